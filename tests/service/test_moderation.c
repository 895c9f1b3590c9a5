/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Reports that can apply, what moderators decide, what follows from it, and the log that nobody can change. */
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "db/accounts.h"
#include "db/games.h"
#include "service/account/name.h"
#include "service/app/app.h"
#include "service/moderation/moderation.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

#define DAY INT64_C(86400000)

static _Atomic int64_t time_now;

static int64_t moderation_clock(void) {
    return time_now;
}

static struct person linus, mary;

/* ---- a moderator ---- */

struct appointing {
    struct store_job job; /* first */
    const char *name;
    bool appointed;
};

static enum store_result run_appointing(struct store_tx *tx, struct store_job *job) {
    const struct appointing *appointing = (struct appointing *)job;
    struct moderation_hand operator_hand = {.now = time_now};
    struct store_account account;
    enum store_result result = account_by_name(store_tx_reader(tx), appointing->name, &account);

    return result == STORE_OK
               ? moderation_appoint(tx, &operator_hand, account.id, appointing->appointed)
               : result;
}

static enum store_result appoint(const char *name, bool appointed) {
    struct appointing appointing = {{.run = run_appointing}, name, appointed};

    return store_call(test_app.store, &appointing.job);
}

static void set_up_moderation(void) {
    time_now = INT64_C(1768392000000);
    app_set_clock(moderation_clock);
    people_setup();
    linus = person_new("linus");
    mary = person_new("mary");
    ck_assert_int_eq(appoint("mary", true), STORE_OK);
}

static void tear_down_moderation(void) {
    person_gone(&mary);
    person_gone(&linus);
    people_teardown();
    app_set_clock(NULL);
}

/* ---- games ---- */

#define THREE "'rules':{'game':'base','players':3}"
#define RATED "'rated':true,'clock':{'turn':3600,'on_timeout':'bot'}"

/* A game of ada, grace and linus that has begun. */
static void begin_game(const char *more, char id[GAME_ID_SIZE]) {
    char body[256];

    snprintf(body, sizeof body, "{" THREE "%s}", more);
    make_game(&ada, body, id);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", id);
    POST_ONLY(&linus, 200, NULL, "/v1/games/%s/join", id);
}

static void report_text(char body[512], const char *about, const char *kind) {
    snprintf(body, 512, "{'about':%s,'kind':'%s','text':'Look at this.'}", about, kind);
}

static json_t *report(struct person *person, int status, const char *about, const char *kind) {
    char body[512];

    report_text(body, about, kind);
    return POST(person, status, body, "/v1/reports");
}

/* The id of a new report by ada about grace. */
static void report_grace(char id[GAME_ID_SIZE]) {
    json_t *made = report(&ada, 201, "{'account':'grace'}", "other");

    snprintf(id, GAME_ID_SIZE, "%s", text_at(made, "id"));
    json_decref(made);
}

static const json_t *item_of(const json_t *list, size_t i) {
    return json_array_get(json_object_get(list, "items"), i);
}

static size_t items_in(const json_t *list) {
    return json_array_size(json_object_get(list, "items"));
}

/* ---- reports ---- */

START_TEST(a_report_that_cannot_apply_is_refused) {
    char game[GAME_ID_SIZE], about[128];
    static const struct {
        const char *about, *kind, *pointer;
    } wrong[] = {
        {"{}", "other", "/about"},
        {"{'account':'ada'}", "name", "/about"},
        {"{'account':'who_is_it'}", "name", "/about/account"},
        {"{'game':'nothing'}", "collusion", "/about/game"},
        {"{'talk':'77'}", "talk", "/about/talk"},
        {"{'talk':'77','account':'grace'}", "talk", "/about"},
        {"{'account':'grace'}", "stalling", "/about"},
        {"{'account':'grace'}", "collusion", "/about/account"}, /* they have not played yet */
        {"{'account':'grace'}", "slander", "/kind"},
        {"{'seat':1}", "other", "/about/seat"},
    };

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_problem(report(&ada, 422, wrong[i].about, wrong[i].kind), "invalid",
                       wrong[i].pointer);
    begin_game("", game);
    snprintf(about, sizeof about, "{'game':'%s','account':'mary'}", game);
    assert_problem(report(&ada, 422, about, "collusion"), "invalid", "/about/game");
    snprintf(about, sizeof about, "{'game':'%s'}", game);
    assert_problem(report(&mary, 422, about, "collusion"), "invalid", "/about/game");
    json_decref(report(&ada, 201, about, "collusion"));
    assert_problem(report(&ada, 409, about, "collusion"), "conflict", NULL);
    json_decref(report(&grace, 201, about, "collusion"));
    assert_problem(report(&nobody, 401, about, "collusion"), "unauthenticated", NULL);
}
END_TEST

START_TEST(a_game_can_be_reported_for_a_while_after_its_end) {
    char game[GAME_ID_SIZE], about[128];

    begin_game("", game);
    POST_ONLY(&ada, 200, NULL, "/v1/games/%s/resign", game);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/resign", game);
    POST_ONLY(&linus, 200, NULL, "/v1/games/%s/resign", game);
    test_app_work();
    snprintf(about, sizeof about, "{'game':'%s','account':'grace'}", game);
    time_now += (MODERATION_REPORT_DAYS - 1) * DAY;
    json_decref(report(&ada, 201, about, "collusion"));
    time_now += 2 * DAY;
    assert_problem(report(&linus, 422, about, "collusion"), "invalid", "/about/game");
}
END_TEST

START_TEST(a_message_is_kept_as_it_was_said) {
    char game[GAME_ID_SIZE], about[128];
    json_t *said, *made;

    begin_game("", game);
    said = POST(&grace, 201, "{'text':'You fool','to':[2]}", "/v1/games/%s/talk", game);
    snprintf(about, sizeof about, "{'talk':'%s'}", text_at(said, "id"));
    assert_problem(report(&ada, 422, about, "talk"), "invalid", "/about/talk"); /* not for her */
    made = report(&linus, 201, about, "talk");
    ck_assert_str_eq(text_at(json_object_get(made, "about"), "said"), "You fool");
    ck_assert_str_eq(text_at(json_object_get(made, "about"), "account"), "grace");
    ck_assert(json_object_get(made, "by") == NULL);
    json_decref(made);
    json_decref(said);
}
END_TEST

/* ---- deciding ---- */

START_TEST(only_moderators_decide_and_not_about_themselves) {
    char game[GAME_ID_SIZE], id[GAME_ID_SIZE];

    begin_game("", game);
    report_grace(id);
    GET_ONLY(&ada, 403, "/v1/moderation/reports");
    GET_ONLY(&ada, 403, "/v1/moderation/log");
    GET_ONLY(&nobody, 401, "/v1/moderation/reports");
    assert_problem(
        POST(&grace, 403, "{'decision':'none','text':'No.'}", "/v1/moderation/reports/%s", id),
        "forbidden", NULL);
    ck_assert_int_eq(appoint("grace", true), STORE_OK);
    ck_assert_int_eq(appoint("grace", true), STORE_CONFLICT);
    assert_problem(
        POST(&grace, 403, "{'decision':'none','text':'No.'}", "/v1/moderation/reports/%s", id),
        "forbidden", NULL);
    assert_problem(
        POST(&mary, 403, "{'decision':'warn','text':'No.'}", "/v1/moderation/reports/%s", id),
        "forbidden", NULL); /* an operator decides about moderators */
    ck_assert_int_eq(appoint("grace", false), STORE_OK);
    assert_problem(POST(&mary, 422, "{'decision':'warn','days':3,'text':'No.'}",
                        "/v1/moderation/reports/%s", id),
                   "invalid", "/days");
    assert_problem(
        POST(&mary, 422, "{'decision':'mute','text':'No.'}", "/v1/moderation/reports/%s", id),
        "invalid", "/days");
    POST_ONLY(&mary, 200, "{'decision':'warn','text':'Be kind.'}", "/v1/moderation/reports/%s", id);
    assert_problem(
        POST(&mary, 409, "{'decision':'none','text':'No.'}", "/v1/moderation/reports/%s", id),
        "conflict", NULL);
}
END_TEST

START_TEST(both_sides_are_told_but_not_who_reported) {
    char game[GAME_ID_SIZE], id[GAME_ID_SIZE];
    json_t *list, *decided;
    char *text;

    begin_game("", game);
    report_grace(id);
    list = GET(&mary, 200, "/v1/moderation/reports");
    ck_assert_str_eq(text_at(item_of(list, 0), "by"), "ada");
    ck_assert_int_eq(number_at(json_object_get(item_of(list, 0), "record"), "reports"), 1);
    json_decref(list);
    decided = POST(&mary, 200, "{'decision':'mute','days':7,'text':'Be kind.'}",
                   "/v1/moderation/reports/%s", id);
    ck_assert_str_eq(text_at(decided, "outcome"), "acted");
    ck_assert_int_eq(number_at(json_object_get(decided, "record"), "reports"), 1);
    json_decref(decided);
    ck_assert_uint_eq(people_told("ada", "report.arrived"), 1);
    ck_assert_uint_eq(people_told("ada", "report.answered"), 1);
    ck_assert_uint_eq(people_told("ada", "moderation.decided"), 0);
    ck_assert_uint_eq(people_told("grace", "moderation.decided"), 1);
    ck_assert_uint_eq(people_told("grace", "report.answered"), 0);
    list = GET(&ada, 200, "/v1/me/reports");
    ck_assert_uint_eq(items_in(list), 1);
    ck_assert_str_eq(text_at(item_of(list, 0), "status"), "answered");
    ck_assert_str_eq(text_at(item_of(list, 0), "answer"), "Be kind.");
    json_decref(list);
    list = GET(&grace, 200, "/v1/me/sanctions");
    ck_assert_uint_eq(items_in(list), 1);
    ck_assert_str_eq(text_at(item_of(list, 0), "kind"), "mute");
    ck_assert_str_eq(text_at(item_of(list, 0), "reason"), "Be kind.");
    ck_assert(json_is_true(json_object_get(item_of(list, 0), "active")));
    text = json_dumps(list, 0);
    ck_assert_ptr_null(strstr(text, "ada"));
    ck_assert_ptr_null(strstr(text, "mary"));
    free(text);
    json_decref(list);
    list = GET(&mary, 200, "/v1/moderation/reports");
    ck_assert_uint_eq(items_in(list), 0);
    json_decref(list);
    list = GET(&mary, 200, "/v1/moderation/log");
    ck_assert_uint_eq(items_in(list), 2);
    ck_assert_str_eq(text_at(item_of(list, 0), "what"), "mute 7");
    ck_assert_str_eq(text_at(item_of(list, 0), "by"), "mary");
    ck_assert_str_eq(text_at(item_of(list, 0), "about"), "grace");
    ck_assert_str_eq(text_at(item_of(list, 1), "what"), "appoint");
    json_decref(list);
}
END_TEST

static void decide(const char *name, const char *body) {
    POST_ONLY(&mary, 204, body, "/v1/moderation/accounts/%s", name);
}

START_TEST(who_is_muted_writes_nothing_until_it_ends) {
    char game[GAME_ID_SIZE];

    begin_game("", game);
    decide("grace", "{'decision':'mute','days':2,'text':'Be kind.'}");
    assert_problem(POST(&grace, 403, "{'text':'Hello'}", "/v1/games/%s/talk", game), "forbidden",
                   NULL);
    POST_ONLY(&ada, 201, "{'text':'Hello'}", "/v1/games/%s/talk", game);
    time_now += 2 * DAY;
    POST_ONLY(&grace, 201, "{'text':'Hello'}", "/v1/games/%s/talk", game);
}
END_TEST

START_TEST(who_is_unrated_plays_unrated_games_alone) {
    char game[GAME_ID_SIZE];

    decide("grace", "{'decision':'unrated','days':2,'text':'Two of you played as one.'}");
    make_game(&ada, "{" THREE "," RATED "}", game);
    assert_problem(POST(&grace, 403, NULL, "/v1/games/%s/join", game), "forbidden", NULL);
    assert_problem(POST(&grace, 403, "{" THREE "," RATED "}", "/v1/games"), "forbidden", NULL);
    make_game(&ada, "{" THREE "}", game);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", game);
}
END_TEST

START_TEST(a_closed_account_finishes_its_games) {
    char running[GAME_ID_SIZE], open[GAME_ID_SIZE];

    begin_game("", running);
    make_game(&ada, "{" THREE "}", open);
    decide("grace", "{'decision':'close','text':'Enough.'}");
    assert_problem(POST(&grace, 403, NULL, "/v1/games/%s/join", open), "forbidden", NULL);
    assert_problem(POST(&grace, 403, "{" THREE "}", "/v1/games"), "forbidden", NULL);
    assert_problem(POST(&grace, 403, "{'text':'Hello'}", "/v1/games/%s/talk", running), "forbidden",
                   NULL);
    GET_ONLY(&grace, 200, "/v1/games/%s/view", running);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/resign", running);
    GET_ONLY(&grace, 200, "/v1/me/sanctions");
}
END_TEST

/* ---- appeals ---- */

static void sanction_of(struct person *person, char id[GAME_ID_SIZE]) {
    json_t *list = GET(person, 200, "/v1/me/sanctions");

    snprintf(id, GAME_ID_SIZE, "%s", text_at(item_of(list, 0), "id"));
    json_decref(list);
}

START_TEST(an_appeal_is_answered_by_another_moderator) {
    char id[GAME_ID_SIZE];
    json_t *list, *answer;

    decide("grace", "{'decision':'close','text':'Enough.'}");
    sanction_of(&grace, id);
    POST_ONLY(&ada, 404, "{'text':'Let her in.'}", "/v1/me/sanctions/%s/appeal", id);
    POST_ONLY(&grace, 200, "{'text':'It was my brother.'}", "/v1/me/sanctions/%s/appeal", id);
    assert_problem(POST(&grace, 409, "{'text':'Really.'}", "/v1/me/sanctions/%s/appeal", id),
                   "conflict", NULL);
    list = GET(&mary, 200, "/v1/moderation/sanctions?status=appealed");
    ck_assert_uint_eq(items_in(list), 1);
    json_decref(list);
    ck_assert_int_eq(appoint("linus", true), STORE_OK);
    assert_problem(
        POST(&mary, 403, "{'decision':'kept','text':'No.'}", "/v1/moderation/sanctions/%s", id),
        "forbidden", NULL);
    answer = POST(&linus, 200, "{'decision':'lifted','text':'I believe you.'}",
                  "/v1/moderation/sanctions/%s", id);
    ck_assert(json_is_false(json_object_get(answer, "active")));
    json_decref(answer);
    assert_problem(
        POST(&linus, 409, "{'decision':'kept','text':'No.'}", "/v1/moderation/sanctions/%s", id),
        "conflict", NULL);
    list = GET(&grace, 200, "/v1/me/sanctions");
    ck_assert_str_eq(text_at(json_object_get(item_of(list, 0), "appeal"), "answer"),
                     "I believe you.");
    json_decref(list);
    ck_assert_uint_eq(people_told("grace", "appeal.answered"), 1);
    POST_ONLY(&grace, 201, "{" THREE "}", "/v1/games");
}
END_TEST

START_TEST(a_decision_can_be_appealed_for_a_while) {
    char id[GAME_ID_SIZE];

    decide("grace", "{'decision':'close','text':'Enough.'}");
    sanction_of(&grace, id);
    time_now += (MODERATION_APPEAL_DAYS + 1) * DAY;
    assert_problem(POST(&grace, 409, "{'text':'Please.'}", "/v1/me/sanctions/%s/appeal", id),
                   "conflict", NULL);
    POST_ONLY(&mary, 200, "{'decision':'lifted','text':'Long ago.'}", "/v1/moderation/sanctions/%s",
              id);
    POST_ONLY(&grace, 201, "{" THREE "}", "/v1/games");
}
END_TEST

/* ---- annulling ---- */

/* Three had a rating after one game, and would have none. */
static void assert_rating_ends(const json_t *changes) {
    const json_t *change;
    size_t i;

    ck_assert_uint_eq(json_array_size(changes), 3);
    json_array_foreach(changes, i, change) {
        ck_assert_int_eq(number_at(json_object_get(change, "before"), "games"), 1);
        ck_assert(json_is_null(json_object_get(change, "after")));
    }
}

START_TEST(an_annulled_game_counts_for_nobody) {
    char id[GAME_ID_SIZE];
    json_t *game;

    begin_game("," RATED, id);
    assert_problem(POST(&mary, 409, "{'text':'Two of you played as one.'}",
                        "/v1/moderation/games/%s/annul", id),
                   "conflict", NULL);
    json_decref(people_finish(id, &time_now));
    game = POST(&mary, 200, "{'dry_run':true}", "/v1/moderation/games/%s/annul", id);
    ck_assert_int_eq(number_at(game, "games"), 1);
    ck_assert_int_eq(number_at(game, "ratings"), 3);
    assert_rating_ends(json_object_get(game, "changes"));
    json_decref(game);
    game = GET(&nobody, 200, "/v1/accounts/grace/ratings"); /* nothing has changed */
    ck_assert_uint_eq(items_in(game), 1);
    json_decref(game);
    assert_problem(POST(&mary, 422, "{}", "/v1/moderation/games/%s/annul", id), "invalid", "/text");
    POST_ONLY(&mary, 204, "{'text':'Two of you played as one.'}", "/v1/moderation/games/%s/annul",
              id);
    game = GET(&nobody, 200, "/v1/games/%s", id);
    ck_assert_str_eq(text_at(json_object_get(game, "result"), "unrated"), "annulled");
    json_decref(game);
    game = GET(&nobody, 200, "/v1/accounts/grace/ratings");
    ck_assert_uint_eq(items_in(game), 0);
    json_decref(game);
    assert_problem(POST(&mary, 409, "{'text':'Again.'}", "/v1/moderation/accounts/grace/annul"),
                   "conflict", NULL);
    POST_ONLY(&mary, 404, "{'text':'Again.'}", "/v1/moderation/games/nothing/annul");
    make_game(&mary, "{" THREE "," RATED "}", id); /* her own */
    assert_problem(POST(&mary, 403, "{'text':'I lost.'}", "/v1/moderation/games/%s/annul", id),
                   "forbidden", NULL);
    assert_problem(POST(&mary, 403, "{'text':'I lost.'}", "/v1/moderation/accounts/mary/annul"),
                   "forbidden", NULL);
}
END_TEST

/* ---- the log, and what is deleted ---- */

START_TEST(what_is_about_a_deleted_account_goes_but_the_log_stays) {
    char game[GAME_ID_SIZE], id[GAME_ID_SIZE];
    json_t *list;

    begin_game("", game);
    report_grace(id);
    POST_ONLY(&mary, 200, "{'decision':'warn','text':'Be kind.'}", "/v1/moderation/reports/%s", id);
    json_decref(person_ask(&grace, 204, "DELETE", "", NULL, "/v1/me"));
    list = GET(&ada, 200, "/v1/me/reports");
    ck_assert_uint_eq(items_in(list), 0);
    json_decref(list);
    list = GET(&mary, 200, "/v1/moderation/log");
    ck_assert_uint_eq(items_in(list), 2);
    ck_assert_str_eq(text_at(item_of(list, 0), "what"), "warn");
    ck_assert(json_is_null(json_object_get(item_of(list, 0), "about")));
    json_decref(list);
}
END_TEST

#define CASE(word, test)                                                                           \
    { word, test, 0, 0, set_up_moderation, tear_down_moderation }

static Suite *suite(void) {
    return test_suite("moderation",
                      (const struct test_case[]){
                          CASE("refused", a_report_that_cannot_apply_is_refused),
                          CASE("window", a_game_can_be_reported_for_a_while_after_its_end),
                          CASE("message", a_message_is_kept_as_it_was_said),
                          CASE("moderators", only_moderators_decide_and_not_about_themselves),
                          CASE("told", both_sides_are_told_but_not_who_reported),
                          CASE("mute", who_is_muted_writes_nothing_until_it_ends),
                          CASE("unrated", who_is_unrated_plays_unrated_games_alone),
                          CASE("close", a_closed_account_finishes_its_games),
                          CASE("appeal", an_appeal_is_answered_by_another_moderator),
                          CASE("late", a_decision_can_be_appealed_for_a_while),
                          CASE("annul", an_annulled_game_counts_for_nobody),
                          CASE("delete", what_is_about_a_deleted_account_goes_but_the_log_stays),
                          {0},
                      });
}
TEST_MAIN(suite)
