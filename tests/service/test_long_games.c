/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Games with logs so long that the pool reads them, not the connections' threads. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/games.h"
#include "service/account/quota.h"
#include "service/app/config.h"
#include "service/http/server_int.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

enum { BATCH = 64, BATCHES = SERVER_EVENTS_FAST / BATCH + 1 };

static char game[GAME_ID_SIZE];
static char all[64 << 10]; /* a batch of offers that are withdrawn again */

/* A table game of ada's with a long log: offers are made and withdrawn again and again. */
static void setup(void) {
    size_t n = 0;

    people_setup();
    make_game(&ada,
              "{'mode':'table','rules':{'game':'base','players':3},'board':{'layout':'beginner'}}",
              game);
    for (int i = 0; i < 12; i++) { /* the set-up */
        json_t *list = GET(&ada, 200, "/v1/games/%s/actions", game);
        json_t *body =
            json_pack("{s:O}", "action", json_array_get(json_object_get(list, "actions"), 0));
        char *text = json_dumps(body, JSON_COMPACT);
        POST_ONLY(&ada, 201, text, "/v1/games/%s/moves", game);
        free(text);
        json_decref(body);
        json_decref(list);
    }
    POST_ONLY(&ada, 201, "{'action':{'type':'roll'},'outcome':{'yellow':1,'red':1}}",
              "/v1/games/%s/moves", game);
    for (int batch = 0; batch < BATCHES; batch++) {
        json_t *view = GET(&ada, 200, "/v1/games/%s/view?as=all", game);
        size_t active = (size_t)number_at(json_object_get(view, "turn"), "player");
        json_t *cards =
            json_object_get(json_array_get(json_object_get(view, "players"), active), "cards");
        const char *give = NULL, *kind;
        json_t *count;
        json_object_foreach(cards, kind, count) {
            if (json_integer_value(count) > 0)
                give = kind;
        }
        ck_assert_ptr_nonnull(give);
        n = (size_t)snprintf(all, sizeof all, "{'moves':[");
        for (int i = 0; i < BATCH / 2; i++)
            n += (size_t)snprintf(
                all + n, sizeof all - n,
                "%s{'action':{'type':'offer_trade','give':{'%s':1},'want':{'%s':1}}},"
                "{'action':{'type':'cancel_trade','offer':%d}}",
                i == 0 ? "" : ",", give, strcmp(give, "ore") == 0 ? "wool" : "ore",
                batch * BATCH / 2 + i + 1);
        snprintf(all + n, sizeof all - n, "]}");
        json_decref(view);
        POST_ONLY(&ada, 201, all, "/v1/games/%s/moves", game);
    }
}

START_TEST(a_long_game_is_read_as_any_other) {
    json_t *view = GET(&ada, 200, "/v1/games/%s/view?as=all", game);
    long long seq = number_at(view, "seq");

    ck_assert_int_gt(seq, SERVER_EVENTS_FAST);
    json_decref(view);
    GET_ONLY(&ada, 200, "/v1/games/%s/actions", game);
    GET_ONLY(&ada, 200, "/v1/games/%s/board?at=5", game);
    GET_ONLY(&ada, 200, "/v1/games/%s/stats", game);
    json_t *recap = GET(&ada, 200, "/v1/games/%s/recap?since=0", game);
    ck_assert_int_eq(number_at(recap, "to"), seq);
    json_decref(recap);
    json_t *events = GET(&ada, 200, "/v1/games/%s/events?after=%lld", game, seq - 3);
    ck_assert_uint_eq(json_array_size(json_object_get(events, "items")), 3);
    json_decref(events);
    json_t *record = GET(&ada, 200, "/v1/games/%s/record", game);
    ck_assert_uint_eq(json_array_size(json_object_get(record, "events")), (size_t)seq);
    json_decref(record);
    /* Requests that change it, with the same key twice. */
    for (int i = 0; i < 2; i++) {
        json_t *made = person_ask(&ada, 201, "POST", "Idempotency-Key: one\r\n",
                                  "{'action':{'type':'end_turn'}}", "/v1/games/%s/moves", game);
        ck_assert_int_eq(number_at(made, "seq"), seq + 1);
        json_decref(made);
    }
    json_decref(person_ask(&ada, 200, "PUT", "", "{'text':'long'}", "/v1/games/%s/notes", game));
    GET_ONLY(&grace, 404, "/v1/games/nothing/record");
    assert_problem(GET(&grace, 403, "/v1/games/%s/record", game), "forbidden", NULL);
}
END_TEST

/* The next event of STREAM contains TEXT; comments are skipped. */
static void expect_streamed(struct client *stream, const char *text) {
    char event[16384];

    do
        ck_assert(client_event(stream, event, sizeof event, CLIENT_WAIT_MS));
    while (event[0] == ':' || strncmp(event, "retry:", 6) == 0);
    ck_assert_msg(strstr(event, text) != NULL, "%s", event);
}

/* Its stream begins at the requested event, and continues. */
START_TEST(a_long_game_is_streamed) {
    json_t *view = GET(&ada, 200, "/v1/games/%s/view?as=all", game);
    long long seq = number_at(view, "seq");
    struct client stream;
    struct response response;
    char request[512];

    json_decref(view);
    ck_assert(client_open(&stream, server_address(test_server)));
    snprintf(request, sizeof request,
             "GET /v1/games/%s/events?after=%lld HTTP/1.1\r\nHost: a\r\n%s"
             "Accept: text/event-stream\r\n\r\n",
             game, seq - 1, ada.header);
    ck_assert(client_text(&stream, request));
    client_read_head(&stream, &response);
    ck_assert_int_eq(response.status, 200);
    response_free(&response);
    expect_streamed(&stream, "cancel_trade");
    POST_ONLY(&ada, 201, "{'action':{'type':'end_turn'}}", "/v1/games/%s/moves", game);
    expect_streamed(&stream, "end_turn");
    client_close(&stream);
}
END_TEST

/* The part of a log beyond the usual length counts towards its creator's storage. */
START_TEST(a_long_log_counts) {
    static const char end[] = "{'action':{'type':'end_turn'}}";
    struct config config;
    json_t *me, *problem;
    long long bytes;

    me = GET(&ada, 200, "/v1/me");
    bytes = number_at(json_array_get(json_object_get(me, "quotas"), QUOTA_BYTES), "used");
    ck_assert_int_gt(bytes, STORE_GAME_BYTES + (BATCHES * BATCH - STORE_USUAL_EVENTS) * 24);
    json_decref(me);
    config_defaults(&config);
    config.account_quotas[QUOTA_BYTES] = (unsigned)bytes;
    test_app.config = &config;
    problem = POST(&ada, 429, end, "/v1/games/%s/moves", game);
    ck_assert_str_eq(
        json_string_value(json_array_get(json_object_get(problem, "violated-policies"), 0)),
        "bytes");
    json_decref(problem);
    config.account_quotas[QUOTA_BYTES] += 100;
    POST_ONLY(&ada, 201, end, "/v1/games/%s/moves", game);
    test_app.config = NULL;
}
END_TEST

static Suite *suite(void) {
    return test_suite("long_games",
                      (const struct test_case[]){
                          {"read", a_long_game_is_read_as_any_other, 0, 0, setup, people_teardown},
                          {"stream", a_long_game_is_streamed, 0, 0, setup, people_teardown},
                          {"count", a_long_log_counts, 0, 0, setup, people_teardown},
                          {0},
                      });
}
TEST_MAIN(suite)
