/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The real program is killed, or asked to end, in the middle of requests: after the restart everything it acknowledged
 * is there, and an unanswered request can be repeated without acting twice. */
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "tests/service/writers.h"

enum { ROUNDS = 5 };

START_TEST(killed_while_writing) {
    struct random random = writers[0].person.random;

    for (int round = 0; round < ROUNDS; round++) {
        unsigned open;

        writers_write(50 + random_below(&random, 250));
        atomic_store(&writers_going_down, true);
        e2e_kill(&writers_server);
        writers_join();
        e2e_start(&writers_server, writers_db);
        open = writers_check();
        printf("round %d: %u moves answered, %u on their way\n", round,
               atomic_load(&writers_answered), open);
    }
}
END_TEST

/* ---- asked to end ---- */

enum { STREAMS = 20 };

static void open_stream(struct client *stream, int i) {
    struct guest *person = &writers[i % WRITERS].person;
    char path[128] = "/v1/me/events";

    if (i % 3 != 0)
        snprintf(path, sizeof path, "/v1/games/%s/events", writers[i % WRITERS].game);
    guest_stream(person, stream, path, NULL);
}

static void open_poll(struct client *poll, int i) {
    struct writer *writer = &writers[i % WRITERS];
    char request[512];

    NEED(client_open(poll, writers_server.address), "no connection");
    snprintf(request, sizeof request,
             "GET /v1/games/%s/events?after=1000000&wait=60 HTTP/1.1\r\nHost: a\r\n%s\r\n",
             writer->game, writer->person.token);
    NEED(client_text(poll, request), "cannot ask");
}

/* The rest of the data, and then a proper end. */
static void ends_cleanly(struct client *stream) {
    static const char last_chunk[] = "0\r\n\r\n";
    size_t size = strlen(last_chunk);

    NEED(client_closed(stream, 5000), "a stream stays open");
    NEED(stream->size >= size && memcmp(stream->data + stream->size - size, last_chunk, size) == 0,
         "a stream was cut off");
    client_close(stream);
}

START_TEST(asked_to_end_with_everything_open) {
    struct client streams[STREAMS], polls[STREAMS], idle, half;
    struct response response;
    int64_t began;

    for (int i = 0; i < STREAMS; i++) {
        open_stream(&streams[i], i);
        open_poll(&polls[i], i);
    }
    NEED(client_open(&idle, writers_server.address) && client_open(&half, writers_server.address),
         "no connection");
    NEED(client_text(&half, "POST /v1/accounts HTTP/1.1\r\nHost: a\r\nContent-Le"), "cannot ask");
    writers_write(200);
    began = e2e_now_ms();
    atomic_store(&writers_going_down, true);
    e2e_stop(&writers_server);
    printf("ended within %lld ms\n", (long long)(e2e_now_ms() - began));
    for (int i = 0; i < STREAMS; i++) {
        ends_cleanly(&streams[i]);
        client_read(&polls[i], &response, false);
        NEED(response.status == 200 || response.status == 503, "a long poll got %d",
             response.status);
        response_free(&response);
        client_close(&polls[i]);
    }
    NEED(client_closed(&idle, 5000) && client_closed(&half, 5000), "a connection stays open");
    client_close(&idle);
    client_close(&half);
    writers_join();
    e2e_start(&writers_server, writers_db);
    writers_check();
}
END_TEST

/* ---- bots ---- */

/* Waits until the game waits for seat 0, using the log. */
static json_t *until_due(struct guest *person, const char *id) {
    int64_t deadline = e2e_now_ms() + 60000;

    for (;;) {
        json_t *view = guest_get(person, 200, "/v1/games/%s/view", id);

        if (view_waits_for(view, 0) || strcmp(need_text(view, "status"), "active") != 0)
            return view;
        NEED(e2e_now_ms() < deadline, "the bots do not go on");
        json_decref(guest_get(person, 200, "/v1/games/%s/events?after=%lld&wait=5", id,
                              need_int(view, "seq")));
        json_decref(view);
    }
}

/* Whether bots probably move after this. */
static bool hands_on(const json_t *action) {
    return strcmp(need_text(action, "type"), "end_turn") == 0 ||
           strcmp(need_text(action, "type"), "build_road") == 0;
}

START_TEST(bots_go_on_after_a_restart) {
    struct guest *person = &writers[0].person;
    char id[GAME_ID_SIZE];

    game_make_text(person,
                   "{'rules':{'game':'base','players':4},'seats':[{'account':'me'},"
                   "{'bot':'greedy'},{'bot':'random'},{'bot':'greedy'}]}",
                   id);
    for (int restarts = 0, tries = 0; restarts < 12 && tries < 200; tries++) {
        json_t *view = until_due(person, id);
        json_t *actions, *move = NULL, *answer = NULL;
        bool bots_next = false;

        if (strcmp(need_text(view, "status"), "active") != 0) {
            json_decref(view);
            break;
        }
        actions = guest_get(person, 200, "/v1/games/%s/actions", id);
        if (same_moment(view, actions)) { /* a bot may have answered an offer in between */
            move = choose_move(&person->random, view, actions, 0);
            NEED(move != NULL, "nothing to do");
            bots_next = hands_on(need(move, "action"));
            answer = guest_move(person, move, id);
        }
        if (answer != NULL && bots_next) {
            e2e_kill(&writers_server);
            e2e_start(&writers_server, writers_db);
            restarts++;
        }
        json_decref(answer);
        json_decref(actions);
        json_decref(view);
    }
    json_decref(until_due(person, id));
}
END_TEST

static Suite *suite(void) {
    return test_suite("e2e_crash",
                      (const struct test_case[]){
                          {"killed", killed_while_writing, .timeout_s = 300, .setup = writers_begin,
                           .teardown = writers_end},
                          {"ended", asked_to_end_with_everything_open, .timeout_s = 300,
                           .setup = writers_begin, .teardown = writers_end},
                          {"bots", bots_go_on_after_a_restart, .timeout_s = 300,
                           .setup = writers_begin, .teardown = writers_end},
                          {0},
                      });
}
TEST_MAIN(suite)
