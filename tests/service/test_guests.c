/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Guests: how they sign up, what they cannot do, how they become accounts, and when they expire. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/accounts.h"
#include "db/events.h"
#include "db/heartbeat.h"
#include "db/store.h"
#include "service/account/session.h"
#include "service/actor/clearing.h"
#include "service/actor/guests.h"
#include "service/app/app.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

enum { WAIT = 25 /* seconds, at most */ };

static const char same_origin[] = "Sec-Fetch-Site: same-origin\r\n";
static const char bot_game[] = "{'rules':{'game':'base','players':2},'visibility':'private',"
                               "'seats':[{'account':'me'},{'bot':'random'}]}";

/* Creates an account from BODY; returns its document, for json_decref, and its token in guest->header. */
static json_t *make_guest(struct person *guest, const char *body) {
    json_t *made;

    *guest = person_unknown();
    made = POST(guest, 201, body, "/v1/accounts");
    snprintf(guest->header, sizeof guest->header, "Authorization: Bearer %s\r\n",
             text_at(made, "token"));
    return made;
}

static bool is_guest(struct person *person) {
    json_t *me = GET(person, 200, "/v1/me");
    const json_t *guest = json_object_get(me, "guest");
    bool is = json_is_true(guest);

    ck_assert(json_is_boolean(guest));
    json_decref(me);
    return is;
}

static json_t *patch(struct person *person, int status, const char *body) {
    return person_ask(person, status, "PATCH", "", body, "/v1/me");
}

START_TEST(a_guest_is_given_a_name) {
    struct person first, second;
    json_t *one = make_guest(&first, "{'guest':true}");
    json_t *other = make_guest(&second, "{'guest':true}");

    ck_assert_str_ne(text_at(json_object_get(one, "account"), "name"),
                     text_at(json_object_get(other, "account"), "name"));
    ck_assert(json_is_true(json_object_get(json_object_get(one, "account"), "guest")));
    ck_assert(is_guest(&first));
    ck_assert(!is_guest(&ada));
    json_decref(one);
    json_decref(other);
    person_gone(&first);
    person_gone(&second);
    one = make_guest(&first, "{'guest':true,'name':'Zoe'}");
    ck_assert_str_eq(text_at(json_object_get(one, "account"), "name"), "Zoe");
    json_decref(one);
    person_gone(&first);
    assert_problem(POST(&nobody, 409, "{'guest':true,'name':'zoe'}", "/v1/accounts"), "conflict",
                   NULL);
    assert_problem(POST(&nobody, 422, "{'guest':true,'email':'a@example.org'}", "/v1/accounts"),
                   "invalid", "/email");
    assert_problem(POST(&nobody, 422, "{'guest':false}", "/v1/accounts"), "invalid", "/name");
}
END_TEST

/* ---- signing in a browser at once ---- */

/* Creates an account with a session; returns the cookie as a header, and its lifetime in seconds. */
static long sign_up_browser(const char *body, char header[TOKEN_HEADER_SIZE]) {
    struct response response = ask("POST", "/v1/accounts", same_origin, body, 201);
    const char *cookie = set_cookie(&response, header);
    const char *age = strstr(cookie, "Max-Age=");
    long seconds;

    ck_assert_ptr_nonnull(age);
    seconds = strtol(age + strlen("Max-Age="), NULL, 10);
    ck_assert_ptr_nonnull(strstr(cookie, "HttpOnly"));
    response_free(&response);
    return seconds;
}

static json_t *ask_session(const char *header) {
    struct response response = ask("GET", "/v1/session", header, NULL, 200);
    json_t *session = json_loadb(response.body, response.size, 0, NULL);
    json_t *account = json_incref(json_object_get(session, "account"));

    ck_assert_ptr_nonnull(account);
    json_decref(session);
    response_free(&response);
    return account;
}

START_TEST(a_browser_is_signed_in_with_the_account) {
    char guest[TOKEN_HEADER_SIZE], eve[TOKEN_HEADER_SIZE];
    json_t *account;

    ck_assert_int_eq(sign_up_browser("{\"guest\":true,\"session\":true}", guest),
                     SESSION_GUEST_DAYS * 24 * 3600);
    account = ask_session(guest);
    ck_assert(json_is_true(json_object_get(account, "guest")));
    json_decref(account);
    ck_assert_int_eq(sign_up_browser("{\"name\":\"eve\",\"session\":true}", eve),
                     SESSION_DAYS * 24 * 3600);
    account = ask_session(eve);
    ck_assert_str_eq(text_at(account, "name"), "eve");
    json_decref(account);
    /* A page of another site cannot sign a user in. */
    expect("POST", "/v1/accounts", "Sec-Fetch-Site: cross-site\r\n",
           "{\"guest\":true,\"session\":true}", 403);
}
END_TEST

START_TEST(a_stranger_has_a_session_of_nobody) {
    json_t *account = ask_session("");

    ck_assert(json_is_null(account));
    json_decref(account);
    account = ask_session("Cookie: hexpost=hxp_0123456789ABCDEFGHIJKLMNOPQRST26bB7d\r\n");
    ck_assert(json_is_null(account));
    json_decref(account);
    account = ask_session(ada.header);
    ck_assert_str_eq(text_at(account, "name"), "ada");
    json_decref(account);
}
END_TEST

/* ---- what guests cannot do ---- */

static const struct {
    const char *path, *body;
} kept_from_guests[] = {
    {"/v1/games", "{'rules':{'game':'base'}}"},
    {"/v1/games", "{'rules':{'game':'base'},'visibility':'public'}"},
    {"/v1/games", "{'rules':{'game':'base','players':2},'visibility':'private',"
                  "'seats':[{'account':'me'},{'invite':'b@example.org'}]}"},
    {"/v1/me/webhooks", "{'url':'https://example.org/hook'}"},
};
enum { KEPT = sizeof kept_from_guests / sizeof *kept_from_guests };

START_TEST(some_things_are_not_for_guests) {
    const char *path = kept_from_guests[_i].path, *body = kept_from_guests[_i].body;
    struct person guest;

    json_decref(make_guest(&guest, "{'guest':true}"));
    assert_problem(POST(&guest, 403, body, "%s", path), "forbidden", NULL);
    json_decref(patch(&guest, 200, "{'guest':false}"));
    POST_ONLY(&guest, 201, body, "%s", path);
    person_gone(&guest);
}
END_TEST

/* Otherwise mail would be sent to people who have not signed up. */
START_TEST(a_guest_gives_no_mail_address) {
    struct person guest;

    json_decref(make_guest(&guest, "{'guest':true}"));
    assert_problem(patch(&guest, 403, "{'email':'b@example.org'}"), "forbidden", NULL);
    assert_problem(
        person_ask(&guest, 403, "PATCH", "", "{'address':'b@example.org'}", "/v1/me/mail"),
        "forbidden", NULL);
    json_decref(patch(&guest, 200, "{'email':null}"));
    json_decref(patch(&guest, 200, "{'email':'b@example.org','guest':false}"));
    person_gone(&guest);
}
END_TEST

START_TEST(a_guest_plays) {
    struct person guest;
    char id[GAME_ID_SIZE];

    json_decref(make_guest(&guest, "{'guest':true}"));
    make_game(&guest, bot_game, id);
    make_game(&ada, "{'rules':{'game':'base','players':2},'visibility':'unlisted'}", id);
    POST_ONLY(&guest, 200, NULL, "/v1/games/%s/join", id);
    person_gone(&guest);
}
END_TEST

/* ---- changing ---- */

START_TEST(an_account_is_renamed_and_kept) {
    struct person guest;
    json_t *me;

    json_decref(make_guest(&guest, "{'guest':true}"));
    me = patch(&guest, 200, "{'name':'Zo\xc3\xab'}");
    ck_assert_str_eq(text_at(me, "name"), "Zo\xc3\xab");
    ck_assert(json_is_true(json_object_get(me, "guest")));
    json_decref(me);
    me = patch(&guest, 200, "{'name':'zo\xc3\xab','email':'zoe@example.org','guest':false}");
    ck_assert_str_eq(text_at(me, "name"), "zo\xc3\xab");
    ck_assert_str_eq(text_at(me, "email"), "zoe@example.org");
    ck_assert(json_is_false(json_object_get(me, "guest")));
    json_decref(me);
    ck_assert(!is_guest(&guest));
    me = patch(&guest, 200, "{}");
    ck_assert_str_eq(text_at(me, "email"), "zoe@example.org");
    json_decref(me);
    me = patch(&guest, 200, "{'email':null}");
    ck_assert(json_is_null(json_object_get(me, "email")));
    json_decref(me);
    person_gone(&guest);
}
END_TEST

static const struct {
    int status;
    const char *body, *code, *pointer;
} wrong_changes[] = {
    {409, "{'name':'GRACE'}", "conflict", NULL},
    {422, "{'name':'me'}", "invalid", "/name"},
    {422, "{'name':''}", "invalid", "/name"},
    {422, "{'name':null}", "invalid", "/name"},
    {422, "{'email':'nobody'}", "invalid", "/email"},
    {422, "{'guest':true}", "invalid", "/guest"},
    {422, "{'id':'a'}", "invalid", "/id"},
};
enum { WRONG_CHANGES = sizeof wrong_changes / sizeof *wrong_changes };

START_TEST(wrong_changes_are_refused) {
    json_t *me;

    assert_problem(patch(&ada, wrong_changes[_i].status, wrong_changes[_i].body),
                   wrong_changes[_i].code, wrong_changes[_i].pointer);
    me = GET(&ada, 200, "/v1/me");
    ck_assert_str_eq(text_at(me, "name"), "ada");
    json_decref(me);
}
END_TEST

/* ---- the end ---- */

static enum store_result note_use(struct store_tx *tx, int64_t account, int64_t now) {
    enum store_result result = STORE_NONE;

    for (int64_t token = 1; token < 20; token++) {
        struct store_token found;

        if (store_token_get(store_tx_reader(tx), token, &found) == STORE_OK &&
            found.account == account)
            result = store_token_used(tx, token, now);
    }
    return result;
}

struct use_job {
    struct store_job job;
    int64_t account, now;
};

static enum store_result run_use(struct store_tx *tx, struct store_job *job) {
    const struct use_job *use = (const struct use_job *)job;

    return note_use(tx, use->account, use->now);
}

/* The guest has returned at that moment. */
static void come_back(const char *public_id, int64_t now) {
    struct use_job use = {.job = {.run = run_use}, .now = now};
    struct store_account account;

    ck_assert_int_eq(
        store_account_by_public_id(store_reader_get(test_app.store), public_id, &account),
        STORE_OK);
    use.account = account.id;
    ck_assert_int_eq(store_call(test_app.store, &use.job), STORE_OK);
}

struct living {
    struct store_job job; /* first */
    int64_t ms;
};

static enum store_result run_living(struct store_tx *tx, struct store_job *job) {
    struct store_heartbeat row = {.at = app_now()};
    enum store_result result = store_heartbeat_get(store_tx_reader(tx), &row);

    row.lived += ((struct living *)job)->ms;
    return result == STORE_OK || result == STORE_NONE ? store_heartbeat_set(tx, &row) : result;
}

/* The server runs for this much longer. */
static void live_on(int64_t ms) {
    struct living living = {.job.run = run_living, .ms = ms};

    ck_assert_int_eq(store_call(test_app.store, &living.job), STORE_OK);
}

START_TEST(a_guest_ends_with_its_games) {
    const int64_t day = INT64_C(24) * 3600 * 1000, now = app_now();
    struct person guest, kept;
    char id[GAME_ID_SIZE], public_id[STORE_ID_SIZE];
    json_t *made = make_guest(&guest, "{'guest':true,'name':'Zoe'}"), *game;

    snprintf(public_id, sizeof public_id, "%s", text_at(json_object_get(made, "account"), "id"));
    json_decref(made);
    json_decref(make_guest(&kept, "{'guest':true}"));
    json_decref(patch(&kept, 200, "{'guest':false}"));
    make_game(&guest,
              "{'rules':{'game':'base','players':2},'visibility':'unlisted',"
              "'seats':[{'account':'me'},{'bot':'random'}]}",
              id);
    live_on(day);
    ck_assert_int_eq(guests_end(&test_app, now + (STORE_GUEST_DAYS - 1) * day), CHORE_DONE);
    ck_assert(is_guest(&guest));
    come_back(public_id, now + 5 * day);
    ck_assert_int_eq(guests_end(&test_app, now + (STORE_GUEST_DAYS + 4) * day), CHORE_DONE);
    ck_assert(is_guest(&guest));
    ck_assert_int_eq(guests_end(&test_app, now + (STORE_GUEST_DAYS + 6) * day),
                     CHORE_DONE); /* it has expired */
    ck_assert(is_guest(&guest));
    live_on(STORE_GUEST_OVER_DAYS * day - 1);
    ck_assert_int_eq(guests_end(&test_app, now + (STORE_GUEST_DAYS + 9) * day), CHORE_DONE);
    ck_assert(is_guest(&guest)); /* and this use keeps it */
    come_back(public_id, now + 6 * day);
    ck_assert_int_eq(guests_end(&test_app, now + (STORE_GUEST_DAYS + 9) * day), CHORE_DONE);
    live_on(STORE_GUEST_OVER_DAYS * day);
    ck_assert_int_eq(guests_end(&test_app, now + (STORE_GUEST_DAYS + 9) * day), CHORE_DONE);
    GET_ONLY(&guest, 401, "/v1/me");
    GET_ONLY(&nobody, 404, "/v1/accounts/Zoe/stats");
    GET_ONLY(&kept, 200, "/v1/me");
    GET_ONLY(&ada, 200, "/v1/me");
    GET_ONLY(&nobody, 200, "/v1/games/%s/events?type=resign&limit=1&wait=%d", id, WAIT);
    game = GET(&nobody, 200, "/v1/games/%s", id);
    ck_assert_str_eq(text_at(game, "status"), "abandoned");
    json_decref(game);
    person_gone(&guest);
    person_gone(&kept);
}
END_TEST

#define PEOPLE .setup = people_setup, .teardown = people_teardown

static void await_finished(const char *game) {
    GET_ONLY(&nobody, 200, "/v1/games/%s/events?type=finished&limit=1&wait=%d", game, WAIT);
}

/* Games are deleted with the last of the people who created or ever played them. */
START_TEST(games_go_with_their_people) {
    enum { LONELY = 3 };
    static const char *const lonely[LONELY] = {
        "{'rules':{'game':'base','players':2},'visibility':'unlisted',"
        "'seats':[{'account':'me'},{'bot':'random'}]}",
        "{'mode':'table','visibility':'unlisted','rules':{'game':'base','players':3}}",
        "{'rules':{'game':'base','players':2,'victory_points':3},'visibility':'unlisted',"
        "'seats':[{'bot':'normal'},{'bot':'normal'}]}",
    };
    char ids[LONELY][GAME_ID_SIZE], shared[GAME_ID_SIZE];
    struct person guest;
    uint32_t seq;

    json_decref(make_guest(&guest, "{'guest':true}"));
    for (int i = 0; i < LONELY; i++)
        make_game(&guest, lonely[i], ids[i]);
    make_game(&guest, "{'rules':{'game':'base','players':2},'visibility':'unlisted'}", shared);
    POST_ONLY(&ada, 200, NULL, "/v1/games/%s/join", shared);
    await_finished(ids[LONELY - 1]);
    ck_assert_int_eq(clearing_run(&test_app, app_now()), CHORE_DONE);
    for (int i = 0; i < LONELY; i++)
        GET_ONLY(&nobody, 200, "/v1/games/%s", ids[i]);
    json_decref(person_ask(&guest, 204, "DELETE", "", NULL, "/v1/me"));
    for (int i = 0; i < LONELY; i++)
        await_finished(ids[i]);
    GET_ONLY(&nobody, 200, "/v1/games/%s/events?type=resign&limit=1&wait=%d", shared, WAIT);
    ck_assert_int_eq(clearing_run(&test_app, app_now()), CHORE_DONE);
    for (int i = 0; i < LONELY; i++)
        GET_ONLY(&nobody, 404, "/v1/games/%s", ids[i]);
    for (int64_t game = 1; game <= LONELY; game++) {
        ck_assert_int_eq(store_events_last(store_reader_get(test_app.store), game, &seq, NULL),
                         STORE_OK);
        ck_assert_uint_eq(seq, 0);
    }
    GET_ONLY(&ada, 200, "/v1/games/%s/view", shared);
    json_decref(person_ask(&ada, 204, "DELETE", "", NULL, "/v1/me"));
    await_finished(shared);
    ck_assert_int_eq(clearing_run(&test_app, app_now()), CHORE_DONE);
    GET_ONLY(&nobody, 404, "/v1/games/%s", shared);
    person_gone(&guest);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "guests",
        (const struct test_case[]){
            {"a_guest_is_given_a_name", a_guest_is_given_a_name, PEOPLE},
            {"a_browser_is_signed_in_with_the_account", a_browser_is_signed_in_with_the_account,
             PEOPLE},
            {"a_stranger_has_a_session_of_nobody", a_stranger_has_a_session_of_nobody, PEOPLE},
            {"some_things_are_not_for_guests", some_things_are_not_for_guests, .loops = KEPT,
             PEOPLE},
            {"a_guest_gives_no_mail_address", a_guest_gives_no_mail_address, PEOPLE},
            {"a_guest_plays", a_guest_plays, PEOPLE},
            {"an_account_is_renamed_and_kept", an_account_is_renamed_and_kept, PEOPLE},
            {"wrong_changes_are_refused", wrong_changes_are_refused, .loops = WRONG_CHANGES,
             PEOPLE},
            {"a_guest_ends_with_its_games", a_guest_ends_with_its_games, PEOPLE},
            {"games_go_with_their_people", games_go_with_their_people, PEOPLE},
            {0},
        });
}
TEST_MAIN(suite)
