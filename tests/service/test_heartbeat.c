/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Downtime and wrong clocks: deadlines keep the time they had left, nobody loses time unfairly, and no guest expires
 * early. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "db/accounts.h"
#include "db/heartbeat.h"
#include "service/actor/guests.h"
#include "service/actor/heartbeat.h"
#include "service/actor/runner.h"
#include "service/actor/waker.h"
#include "service/base/time_text.h"
#include "tests/support/check_main.h"
#include "tests/support/program.h"

#define HOUR_MS INT64_C(3600000)
#define DAY_MS  (24 * HOUR_MS)
#define NEAR_MS 2000 /* tolerance of a figure */

enum { PEOPLE = 3 };

static int64_t now;
static struct program *program;
static char tokens[PEOPLE][PROGRAM_TOKEN_SIZE];
static char game[64];

static int64_t simulated(void) {
    return now;
}

static void start(void) {
    app_doubt_clock(HOUR_MS); /* the runner starts before the heartbeat here */
    program = program_up("heartbeat.db", NULL, simulated);
    program->app.heartbeat = heartbeat_new(&program->app);
    ck_assert_ptr_nonnull(program->app.heartbeat);
    ck_assert(heartbeat_begin(program->app.heartbeat));
}

static void stop(void) {
    heartbeat_free(program->app.heartbeat);
    program_down(program);
}

/* The server runs for this long. */
static void live(int64_t ms) {
    for (; ms > 0; ms -= 60000) {
        int64_t step = ms < 60000 ? ms : 60000;
        now += step;
        ck_assert(heartbeat_beat(program->app.heartbeat, step));
    }
}

static void setup(void) {
    static const char *const names[PEOPLE] = {"ada", "grace", "linus"};

    for (int i = 0; i < 4; i++) {
        char file[64];
        snprintf(file, sizeof file, "heartbeat.db%s",
                 (const char *const[]){"", "-wal", "-shm", ".lock"}[i]);
        unlink(file);
    }
    now = INT64_C(1790000000000);
    start();
    for (int i = 0; i < PEOPLE; i++)
        program_sign_up(program, names[i], tokens[i]);
    json_t *made = program_json(
        program, 201, tokens[0], "POST", "",
        "{'rules':{'game':'base','players':3},'clock':{'turn':86400,'decision':43200}}",
        "/v1/games");
    snprintf(game, sizeof game, "%s", json_string_value(json_object_get(made, "id")));
    json_decref(made);
    for (int i = 1; i < PEOPLE; i++)
        json_decref(
            program_json(program, 200, tokens[i], "POST", "", NULL, "/v1/games/%s/join", game));
    live(HOUR_MS);
}

static json_t *waiting(void) {
    json_t *view =
        program_json(program, 200, tokens[0], "GET", "", NULL, "/v1/games/%s/view", game);
    json_t *first = json_incref(json_array_get(json_object_get(view, "waiting_for"), 0));

    json_decref(view);
    ck_assert_ptr_nonnull(first);
    return first;
}

/* How much time the player has left that the game waits for. */
static int64_t left(void) {
    json_t *first = waiting();
    const char *text = json_string_value(json_object_get(first, "deadline"));
    int64_t at;

    ck_assert_ptr_nonnull(text);
    ck_assert(time_read(text, &at));
    json_decref(first);
    return at - now;
}

static void check_left(int64_t expected) {
    int64_t is = left();
    ck_assert_msg(is > expected - NEAR_MS && is < expected + NEAR_MS, "%lld ms are left, not %lld",
                  (long long)is, (long long)expected);
}

/* The player the game waits for makes the first listed move. */
static void move(void) {
    json_t *first = waiting();
    const char *token = tokens[json_integer_value(json_object_get(first, "player"))];
    json_t *list = program_json(program, 200, token, "GET", "", NULL, "/v1/games/%s/actions", game);
    json_t *body =
        json_pack("{s:O}", "action", json_array_get(json_object_get(list, "actions"), 0));
    char *text = json_dumps(body, JSON_COMPACT);

    json_decref(program_json(program, 201, token, "POST", "", text, "/v1/games/%s/moves", game));
    free(text);
    json_decref(body);
    json_decref(list);
    json_decref(first);
}

/* Everything due is done; no player has missed a deadline. */
static void check_nobody_late(void) {
    json_t *events;

    ck_assert_int_ge(waker_run_due(&program->app, now), 0);
    ck_assert(runner_settle(program->app.runner));
    events = program_json(program, 200, tokens[0], "GET", "", NULL, "/v1/games/%s/events?limit=100",
                          game);
    json_t *event, *items = json_object_get(events, "items");
    size_t i;
    json_array_foreach(items, i, event)
        ck_assert_str_ne(json_string_value(json_object_get(event, "by")), "timeout");
    json_decref(events);
}

START_TEST(time_without_a_server_does_not_count) {
    const int64_t was = left();

    stop();
    now += 5 * DAY_MS; /* more than any player had */
    start();
    check_left(was);
    check_nobody_late();
    check_left(was);
    live(HOUR_MS);
    check_left(was - HOUR_MS);
    stop();
}
END_TEST

START_TEST(everybody_has_a_while_after_a_start) {
    live(left() - 30000);
    check_left(30000);
    stop();
    now += 20000;
    start();
    check_left(10 * 60000);
    check_nobody_late();
    stop();
}
END_TEST

static bool is_there(const char *token) {
    struct response response;
    bool there;

    program_ask(program, &response, 0, token, "GET", "", NULL, "/v1/me");
    there = response.status == 200;
    response_free(&response);
    return there;
}

/* Reported for such a start: a guest who had been active a minute before was deleted. */
START_TEST(a_start_with_a_wrong_clock_ends_no_guest) {
    char guest[PROGRAM_TOKEN_SIZE];
    json_t *made =
        program_json(program, 201, "", "POST", "", "{'name':'Zoe','guest':true}", "/v1/accounts");

    snprintf(guest, sizeof guest, "Authorization: Bearer %s\r\n",
             json_string_value(json_object_get(made, "token")));
    json_decref(made);
    live(60000);
    stop();
    const int64_t right = now;
    now += 40 * DAY_MS;
    start();
    ck_assert_int_eq(guests_end(&program->app, now), CHORE_DONE);
    live(4000);
    ck_assert_int_eq(guests_end(&program->app, now), CHORE_DONE);
    stop();
    now = right + 5000;
    start();
    ck_assert(is_there(guest));
    stop();
}
END_TEST

START_TEST(a_clock_that_is_ahead_for_a_while_leaves_no_deadline_there) {
    const int64_t right = now;

    now += 400 * DAY_MS; /* it jumps while the server runs */
    ck_assert(heartbeat_beat(program->app.heartbeat, 1000));
    check_nobody_late();
    move();
    move();
    ck_assert_int_le(left(), DAY_MS);
    live(45000);
    now = right + 46000;
    ck_assert(heartbeat_beat(program->app.heartbeat, 1000));
    ck_assert_int_le(left(), DAY_MS);
    ck_assert_int_gt(left(), 0);
    check_nobody_late();
    move();
    ck_assert_int_le(left(), DAY_MS);
    ck_assert_int_gt(left(), DAY_MS / 4);
    stop();
}
END_TEST

START_TEST(a_jump_is_told_and_forgotten_after_an_hour) {
    struct response response;

    now += 3 * DAY_MS;
    ck_assert(heartbeat_beat(program->app.heartbeat, 1000));
    program_ask(program, &response, 200, "", "GET", "", NULL, "/readyz");
    ck_assert_ptr_nonnull(strstr(response.body, "clock_doubted_seconds"));
    response_free(&response);
    live(HOUR_MS + 60000);
    program_ask(program, &response, 200, "", "GET", "", NULL, "/readyz");
    ck_assert_ptr_null(strstr(response.body, "clock_doubted_seconds"));
    response_free(&response);
    stop();
}
END_TEST

static Suite *suite(void) {
    return test_suite("heartbeat",
                      (const struct test_case[]){
                          {"down", time_without_a_server_does_not_count, 0, 0, setup, NULL},
                          {"a while", everybody_has_a_while_after_a_start, 0, 0, setup, NULL},
                          {"guests", a_start_with_a_wrong_clock_ends_no_guest, 0, 0, setup, NULL},
                          {"ahead", a_clock_that_is_ahead_for_a_while_leaves_no_deadline_there, 0,
                           0, setup, NULL},
                          {"told", a_jump_is_told_and_forgotten_after_an_hour, 0, 0, setup, NULL},
                          {0},
                      });
}
TEST_MAIN(suite)
