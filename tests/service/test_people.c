/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What people think of one another over HTTP: lists, what it decides, and that nothing tells of it. */
#include <stdio.h>
#include <string.h>

#include "db/outbox.h"
#include "service/account/name.h"
#include "service/notify/outbox.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

enum { NAMES_MAX = 200 };

static struct person linus;

static void people_test_setup(void) {
    people_setup();
    linus = person_new("linus");
}

static void people_test_teardown(void) {
    person_gone(&linus);
    people_teardown();
}

static json_t *put_person(struct person *person, const char *name, const char *body) {
    return person_ask(person, 200, "PUT", "", body, "/v1/me/people/%s", name);
}

static void note_person(struct person *person, const char *name, const char *body) {
    json_decref(put_person(person, name, body));
}

/* The names in a list, each followed by a space. */
static void names_in(struct person *person, const char *relation, char names[NAMES_MAX]) {
    json_t *list = GET(person, 200, "/v1/me/people?relation=%s", relation);
    const json_t *item;
    size_t i;

    names[0] = '\0';
    json_array_foreach(json_object_get(list, "items"), i, item) {
        size_t used = strlen(names);

        snprintf(names + used, NAMES_MAX - used, "%s ", text_at(item, "account"));
    }
    json_decref(list);
}

static void assert_listed(struct person *person, const char *relation, const char *wanted) {
    char names[NAMES_MAX];

    names_in(person, relation, names);
    ck_assert_str_eq(names, wanted);
}

static size_t games_in(struct person *person, const char *query) {
    json_t *list = GET(person, 200, "/v1/games?%s", query);
    size_t n = json_array_size(json_object_get(list, "items"));

    json_decref(list);
    return n;
}

struct mails {
    enum outbox_kind kind;
    unsigned count;
};

static bool count_mail(void *context, const struct store_outbox_row *row) {
    struct mails *mails = context;

    mails->count += (enum outbox_kind)row->kind == mails->kind;
    return true;
}

/* How many mails of a kind wait for the person. */
static unsigned mails_for(const char *name, enum outbox_kind kind) {
    struct store_reader *reader = store_reader_get(test_app.store);
    struct mails mails = {.kind = kind};
    struct store_account account;

    ck_assert_int_eq(account_by_name(reader, name, &account), STORE_OK);
    ck_assert_int_eq(
        store_outbox_of_target(reader, OUTBOX_MAIL, account.id, 0, 100, count_mail, &mails),
        STORE_OK);
    return mails.count;
}

START_TEST(people_are_noted_and_listed) {
    json_t *person = put_person(&ada, "grace", "{'follow':true,'note':'plays at night'}");

    ck_assert_str_eq(text_at(person, "account"), "grace");
    ck_assert(json_is_true(json_object_get(person, "follow")));
    ck_assert(json_is_true(json_object_get(person, "news")));
    ck_assert(json_is_false(json_object_get(person, "block")));
    ck_assert_str_eq(text_at(person, "note"), "plays at night");
    json_decref(person);
    note_person(&ada, "linus", "{'avoid':true,'block':true}");
    assert_listed(&ada, "follow", "grace ");
    assert_listed(&ada, "avoid", "linus ");
    assert_listed(&ada, "block", "linus ");
    assert_listed(&ada, "any", "grace linus ");
    assert_listed(&ada, "played", "");
    assert_listed(&linus, "any", "");
    note_person(&ada, "grace", "{}"); /* it says nothing now */
    assert_listed(&ada, "any", "linus ");
    json_decref(person_ask(&ada, 204, "DELETE", "", NULL, "/v1/me/people/linus"));
    assert_listed(&ada, "any", "");
    person = GET(&ada, 200, "/v1/me/people/linus");
    ck_assert(json_is_null(json_object_get(person, "note")));
    json_decref(person);
}
END_TEST

START_TEST(lists_have_pages) {
    json_t *page;

    note_person(&ada, "grace", "{'follow':true}");
    note_person(&ada, "linus", "{'follow':true}");
    page = GET(&ada, 200, "/v1/me/people?relation=follow&limit=1");
    ck_assert_uint_eq(json_array_size(json_object_get(page, "items")), 1);
    json_t *next =
        GET(&ada, 200, "/v1/me/people?relation=follow&limit=1&cursor=%s", text_at(page, "next"));
    ck_assert_str_eq(text_at(json_array_get(json_object_get(next, "items"), 0), "account"),
                     "linus");
    ck_assert(json_is_null(json_object_get(next, "next")));
    json_decref(next);
    json_decref(page);
}
END_TEST

START_TEST(wrong_requests_are_refused) {
    assert_problem(person_ask(&ada, 409, "PUT", "", "{}", "/v1/me/people/ada"), "conflict", NULL);
    assert_problem(person_ask(&ada, 404, "PUT", "", "{}", "/v1/me/people/zoe"), "not-found", NULL);
    assert_problem(person_ask(&ada, 422, "PUT", "", "{'note':7}", "/v1/me/people/grace"), "invalid",
                   "/note");
    assert_problem(GET(&ada, 422, "/v1/me/people?relation=friends"), "invalid", "relation");
    assert_problem(GET(&nobody, 401, "/v1/me/people"), "unauthenticated", NULL);
    assert_problem(GET(&nobody, 401, "/v1/games?watched=true"), "unauthenticated", NULL);
    assert_problem(GET(&ada, 422, "/v1/games?watched=true&followed=true"), "invalid", "watched");
    assert_problem(GET(&ada, 422, "/v1/games?watched=true&sort=moved"), "invalid", "watched");
}
END_TEST

/* The answer to who has not played as much as a host asks for, which must be the same for who is avoided. */
static json_t *refusal_of_newcomer(struct person *person) {
    struct person host = person_new("host");
    char id[GAME_ID_SIZE];
    json_t *refusal;

    json_decref(person_ask(&host, 200, "PUT", "", "{'least_games':3}", "/v1/me/hosting"));
    make_game(&host, "{'rules':{'game':'base','players':3}}", id);
    refusal = POST(person, 409, NULL, "/v1/games/%s/join", id);
    json_decref(person_ask(&host, 200, "PUT", "", "{'least_finished':100}", "/v1/me/hosting"));
    POST_ONLY(person, 200, NULL, "/v1/games/%s/join", id); /* who has not failed to finish */
    json_decref(person_ask(&host, 204, "DELETE", "", NULL, "/v1/me"));
    json_object_del(refusal, "instance");
    person_gone(&host);
    return refusal;
}

static void assert_no_seat(struct person *person, const char *game) {
    json_t *other = refusal_of_newcomer(person);
    json_t *refusal = POST(person, 409, NULL, "/v1/games/%s/join", game);

    json_object_del(refusal, "instance");
    ck_assert_msg(json_equal(other, refusal),
                  "the refusals of who is avoided and of who has not played enough differ");
    json_decref(refusal);
    json_decref(other);
}

/* A list of games looks to PERSON as it does to somebody who has not signed in. */
static void assert_same_list(struct person *person, const char *query) {
    json_t *own = GET(person, 200, "/v1/games?%s", query);
    json_t *signed_out = GET(&nobody, 200, "/v1/games?%s", query);
    size_t n = json_array_size(json_object_get(own, "items"));

    ck_assert_uint_gt(n, 0);
    ck_assert_uint_eq(n, json_array_size(json_object_get(signed_out, "items")));
    for (size_t i = 0; i < n; i++)
        ck_assert_str_eq(text_at(json_array_get(json_object_get(own, "items"), i), "id"),
                         text_at(json_array_get(json_object_get(signed_out, "items"), i), "id"));
    json_decref(signed_out);
    json_decref(own);
}

#define THREE "{'rules':{'game':'base','players':3}}"

START_TEST(somebody_avoided_gets_no_open_seat) {
    char id[GAME_ID_SIZE], other[GAME_ID_SIZE];

    note_person(&ada, "linus", "{'avoid':true}");
    make_game(&ada, THREE, id);
    assert_no_seat(&linus, id);
    assert_same_list(&linus, "status=open");
    assert_same_list(&linus, "");
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", id);
    make_game(&linus, THREE, other); /* to avoid somebody bars them alone */
    POST_ONLY(&ada, 200, NULL, "/v1/games/%s/join", other);
}
END_TEST

START_TEST(a_block_holds_both_ways) {
    char id[GAME_ID_SIZE], other[GAME_ID_SIZE];

    note_person(&ada, "linus", "{'block':true}");
    make_game(&ada, THREE, id);
    make_game(&linus, THREE, other);
    assert_no_seat(&linus, id);
    assert_no_seat(&ada, other);
}
END_TEST

START_TEST(a_kept_seat_stands_above_it) {
    char id[GAME_ID_SIZE];

    person_confirm(&linus);
    note_person(&ada, "linus", "{'avoid':true}");
    make_game(&ada,
              "{'rules':{'game':'base','players':3},'seats':[{'account':'me'},"
              "{'invite':'linus@example.org'},{'open':true}]}",
              id);
    POST_ONLY(&linus, 200, NULL, "/v1/games/%s/join", id);
}
END_TEST

START_TEST(a_seat_is_kept_by_name_and_told) {
    char id[GAME_ID_SIZE];
    json_t *game;

    person_confirm(&linus);
    make_game(&ada,
              "{'visibility':'private','rules':{'game':'base','players':3},"
              "'seats':[{'account':'me'},{'account':'LINUS'},{'open':true}]}",
              id);
    game = GET(&linus, 200, "/v1/games/%s", id);
    ck_assert_str_eq(text_at(json_array_get(json_object_get(game, "seats"), 1), "account"),
                     "linus");
    json_decref(game);
    ck_assert_uint_eq(mails_for("linus", OUTBOX_INVITE), 1);
    note_person(&linus, "ada", "{'block':true}");
    make_game(&ada,
              "{'rules':{'game':'base','players':3},"
              "'seats':[{'account':'me'},{'account':'linus'},{'open':true}]}",
              id);
    ck_assert_uint_eq(mails_for("linus", OUTBOX_INVITE), 1);
}
END_TEST

static size_t talk_of(struct person *person, const char *game) {
    json_t *list = GET(person, 200, "/v1/games/%s/talk", game);
    size_t n = json_array_size(json_object_get(list, "items"));

    json_decref(list);
    return n;
}

START_TEST(the_talk_of_somebody_blocked_is_not_heard) {
    char id[GAME_ID_SIZE];

    make_game(&ada, THREE, id);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", id);
    POST_ONLY(&linus, 200, NULL, "/v1/games/%s/join", id);
    note_person(&ada, "linus", "{'block':true}");
    POST_ONLY(&linus, 201, "{'text':'hello'}", "/v1/games/%s/talk", id);
    POST_ONLY(&linus, 201, "{'text':'ada?','to':[0]}", "/v1/games/%s/talk", id);
    POST_ONLY(&grace, 201, "{'text':'good luck'}", "/v1/games/%s/talk", id);
    ck_assert_uint_eq(talk_of(&ada, id), 1);
    ck_assert_uint_eq(talk_of(&grace, id), 2);
    ck_assert_uint_eq(talk_of(&linus, id), 3); /* who notices nothing */
    POST_ONLY(&ada, 201, "{'text':'thanks'}", "/v1/games/%s/talk", id);
    ck_assert_uint_eq(talk_of(&linus, id), 4);
    assert_listed(&ada, "played", "grace linus ");
    json_t *person = GET(&grace, 200, "/v1/me/people/ada");
    ck_assert_int_eq(number_at(person, "games"), 1);
    json_decref(person);
}
END_TEST

START_TEST(games_are_watched_and_followed) {
    char id[GAME_ID_SIZE];

    make_game(&ada, THREE, id);
    json_decref(person_ask(&linus, 204, "PUT", "", NULL, "/v1/games/%s/watch", id));
    json_decref(person_ask(&linus, 204, "PUT", "", NULL, "/v1/games/%s/watch", id));
    json_t *watch = GET(&linus, 200, "/v1/games/%s/watch", id);
    ck_assert(json_is_true(json_object_get(watch, "watched")));
    json_decref(watch);
    ck_assert_uint_eq(games_in(&linus, "watched=true"), 1);
    json_decref(person_ask(&linus, 204, "DELETE", "", NULL, "/v1/games/%s/watch", id));
    ck_assert_uint_eq(games_in(&linus, "watched=true"), 0);
    ck_assert_uint_eq(games_in(&linus, "followed=true"), 0);
    note_person(&linus, "ada", "{'follow':true}");
    ck_assert_uint_eq(games_in(&linus, "followed=true"), 1);
}
END_TEST

START_TEST(who_follows_is_told_that_a_game_begins) {
    char id[GAME_ID_SIZE];

    person_confirm(&linus);
    note_person(&linus, "ada", "{'follow':true}");
    note_person(&linus, "grace", "{'follow':true}");
    make_game(&ada,
              "{'rules':{'game':'base','players':3},'seats':[{'account':'me'},"
              "{'open':true},{'bot':'easy'}]}",
              id);
    ck_assert_uint_eq(mails_for("linus", OUTBOX_STARTED), 0);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", id);
    ck_assert_uint_eq(mails_for("linus", OUTBOX_STARTED), 1); /* once, though they follow both */
    note_person(&linus, "ada", "{'follow':true,'news':false}");
    note_person(&linus, "grace", "{}");
    make_game(&ada,
              "{'rules':{'game':'base','players':3},'seats':[{'account':'me'},"
              "{'bot':'easy'},{'bot':'easy'}]}",
              id);
    ck_assert_uint_eq(mails_for("linus", OUTBOX_STARTED), 1);
    note_person(&linus, "ada", "{'follow':true}");
    note_person(&ada, "linus", "{'block':true}"); /* which they do not notice */
    make_game(&ada,
              "{'rules':{'game':'base','players':3},'seats':[{'account':'me'},"
              "{'bot':'easy'},{'bot':'easy'}]}",
              id);
    ck_assert_uint_eq(mails_for("linus", OUTBOX_STARTED), 2);
}
END_TEST

START_TEST(a_deleted_account_leaves_no_notes) {
    note_person(&ada, "linus", "{'block':true}");
    note_person(&linus, "ada", "{'follow':true,'note':'a friend'}");
    json_decref(person_ask(&linus, 204, "DELETE", "", NULL, "/v1/me"));
    assert_listed(&ada, "any", "");
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "people",
        (const struct test_case[]){
            {"notes", people_are_noted_and_listed, 0, 0, people_test_setup, people_test_teardown},
            {"pages", lists_have_pages, 0, 0, people_test_setup, people_test_teardown},
            {"wrong", wrong_requests_are_refused, 0, 0, people_test_setup, people_test_teardown},
            {"avoided", somebody_avoided_gets_no_open_seat, 0, 0, people_test_setup,
             people_test_teardown},
            {"blocked", a_block_holds_both_ways, 0, 0, people_test_setup, people_test_teardown},
            {"kept", a_kept_seat_stands_above_it, 0, 0, people_test_setup, people_test_teardown},
            {"by name", a_seat_is_kept_by_name_and_told, 0, 0, people_test_setup,
             people_test_teardown},
            {"talk", the_talk_of_somebody_blocked_is_not_heard, 0, 0, people_test_setup,
             people_test_teardown},
            {"watched", games_are_watched_and_followed, 0, 0, people_test_setup,
             people_test_teardown},
            {"told", who_follows_is_told_that_a_game_begins, 0, 0, people_test_setup,
             people_test_teardown},
            {"deleted", a_deleted_account_leaves_no_notes, 0, 0, people_test_setup,
             people_test_teardown},
            {0},
        });
}
TEST_MAIN(suite)
