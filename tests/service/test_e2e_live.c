/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Waiting for events: long polls, streams that are cut and resumed, one stream for all of a player's games, and many
 * clients at once. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/service/e2e.h"

enum { GAMES = 3, WAIT_MS = 20000, MANY = 200, POLLS = 20 };

static struct e2e_server server;
static struct guest ann, bob;
static char ids[GAMES][GAME_ID_SIZE];

static void begin(void) {
    unsigned long long seed = test_seed((unsigned long long)time(NULL));

    e2e_begin(&server, "live.db");
    guest_meet(&ann, &server, "ann");
    guest_meet(&bob, &server, "bob");
    ann.random = random_seeded(seed);
    bob.random = random_seeded(seed + 1);
    for (int i = 0; i < GAMES; i++)
        game_make_text(&ann,
                       "{'mode':'table','rules':{'game':'base','players':4,'victory_points':30}}",
                       ids[i]);
}

static void end(void) {
    guest_leave(&ann);
    guest_leave(&bob);
    e2e_stop(&server);
}

/* A move by whichever player the game waits for; returns the seq afterwards. */
static long long move_on(struct guest *guest, const char *id) {
    json_t *view = guest_get(guest, 200, "/v1/games/%s/view", id);
    unsigned seat = (unsigned)need_int(json_array_get(need(view, "waiting_for"), 0), "player");
    json_t *actions = guest_get(guest, 200, "/v1/games/%s/actions?as=%u", id, seat);
    json_t *move = choose_move(&guest->random, view, actions, seat);
    json_t *answer;
    long long seq;

    NEED(move != NULL, "nothing to do");
    json_object_set_new(move, "seat", json_integer(seat));
    answer = guest_post(guest, 201, move, "/v1/games/%s/moves", id);
    seq = need_int(answer, "seq");
    json_decref(answer);
    json_decref(actions);
    json_decref(view);
    return seq;
}

/* Waits until this many requests wait, according to the server's metrics. */
static void until_waiting(unsigned count) {
    static const char name[] = "\nhexpost_http_waiting ";
    int64_t deadline = e2e_now_ms() + WAIT_MS;

    for (;;) {
        char *text = guest_text(&bob, "/metrics");
        const char *at = strstr(text, name);
        unsigned long now = at != NULL ? strtoul(at + strlen(name), NULL, 10) : 0;

        free(text);
        if (at != NULL && now == count)
            return;
        NEED(e2e_now_ms() < deadline, "%lu of %u wait", now, count);
    }
}

static void ask_poll(struct guest *guest, struct client *client, const char *id, long long after) {
    char request[512];

    if (client->fd < 0)
        NEED(client_open(client, guest->server->address), "no connection");
    snprintf(request, sizeof request,
             "GET /v1/games/%s/events?after=%lld&wait=60 HTTP/1.1\r\nHost: a\r\n%s\r\n", id, after,
             guest->token);
    NEED(client_text(client, request), "cannot ask");
}

/* The response to a long poll: one event, the next one. */
static void hear_poll(struct client *client, long long seq) {
    struct response response;
    json_t *answer;

    client_read(client, &response, false);
    NEED(response.status == 200, "a long poll got %d", response.status);
    answer = json_loads(response.body, 0, NULL);
    NEED(answer != NULL && json_array_size(need(answer, "items")) == 1, "not one event: %s",
         response.body);
    NEED(need_int(json_array_get(need(answer, "items"), 0), "seq") == seq, "not the next event");
    json_decref(answer);
    response_free(&response);
}

/* Many requests come from one address and one account, more than the limits allow. */
static void begin_without_limits(void) {
    setenv("HEXPOST_MAX_PER_ADDRESS", "0", 1);
    setenv("HEXPOST_MAX_WAITING_PER_ADDRESS", "0", 1);
    setenv("HEXPOST_MAX_WAITING_PER_TOKEN", "0", 1);
    begin();
}

START_TEST(long_polls_hear_at_once) {
    struct client client = {.fd = -1};
    int64_t worst = 0, sum = 0;
    long long seq = 1;

    for (int i = 0; i < POLLS; i++) {
        int64_t moved;

        ask_poll(&bob, &client, ids[0], seq);
        until_waiting(1);
        seq = move_on(&ann, ids[0]);
        moved = e2e_now_ms();
        hear_poll(&client, seq);
        moved = e2e_now_ms() - moved;
        sum += moved;
        worst = moved > worst ? moved : worst;
    }
    printf("heard within %.1f ms, at worst %lld ms, after the move's answer\n", (double)sum / POLLS,
           (long long)worst);
    ck_assert_int_lt(worst, WAIT_MS); /* the polls would wait three times as long */
    client_close(&client);
}
END_TEST

static atomic_bool writing;

static void *write_on(void *context) {
    struct guest *guest = context;

    while (atomic_load(&writing))
        for (int i = 0; i < GAMES; i++)
            move_on(guest, ids[i]);
    return NULL;
}

/* Reads a game's stream, cut off and resumed again and again, while the game continues. */
START_TEST(a_cut_stream_goes_on_where_it_was) {
    struct client stream;
    pthread_t thread;
    char path[128], id[128];
    long long seq = 0;

    atomic_store(&writing, true);
    NEED(pthread_create(&thread, NULL, write_on, &ann) == 0, "no thread");
    snprintf(path, sizeof path, "/v1/games/%s/events?after=0", ids[0]);
    for (int cut = 0; cut < 10; cut++) {
        unsigned count = 1 + random_below(&bob.random, 12);

        /* Last-Event-ID is newer than the one in the address. */
        guest_stream(&bob, &stream, path, cut > 0 ? id : NULL);
        for (unsigned i = 0; i < count; i++) {
            json_t *event = stream_next(&stream, id, WAIT_MS);

            NEED(event != NULL, "the stream is silent after %lld", seq);
            NEED(need_int(event, "seq") == ++seq, "%lld instead of %lld", need_int(event, "seq"),
                 seq);
            ck_assert_int_eq(strtoll(id, NULL, 10), seq);
            json_decref(event);
        }
        client_close(&stream);
    }
    atomic_store(&writing, false);
    pthread_join(thread, NULL);
}
END_TEST

static int game_of(const json_t *data) {
    for (int i = 0; i < GAMES; i++)
        if (strcmp(ids[i], need_text(data, "game")) == 0)
            return i;
    NEED(false, "somebody else's game");
}

/* The same for the stream of all the player's games; nothing from a game of others. */
START_TEST(one_stream_for_all_games) {
    struct client stream;
    pthread_t thread;
    char id[128], others[GAME_ID_SIZE];
    long long seqs[GAMES] = {1, 1, 1}; /* after the start */

    game_make_text(&bob, "{'mode':'table','rules':{'game':'base','players':3}}", others);
    guest_stream(&ann, &stream, "/v1/me/events", NULL);
    atomic_store(&writing, true);
    NEED(pthread_create(&thread, NULL, write_on, &ann) == 0, "no thread");
    for (int cut = 0; cut < 10; cut++) {
        unsigned count = 1 + random_below(&bob.random, 12);

        if (cut > 0)
            guest_stream(&ann, &stream, "/v1/me/events", id);
        move_on(&bob, others);
        for (unsigned i = 0; i < count; i++) {
            json_t *data = stream_next(&stream, id, WAIT_MS);
            long long seq;
            int game;

            NEED(data != NULL, "the stream is silent");
            game = game_of(data);
            seq = need_int(need(data, "event"), "seq");
            NEED(seq == ++seqs[game], "game %d: %lld instead of %lld", game, seq, seqs[game]);
            json_decref(data);
        }
        client_close(&stream);
    }
    atomic_store(&writing, false);
    pthread_join(thread, NULL);
}
END_TEST

START_TEST(many_wait_and_all_hear) {
    static struct client polls[MANY], streams[MANY];
    char path[128];
    long long seq;
    int64_t began;

    snprintf(path, sizeof path, "/v1/games/%s/events?after=1", ids[1]);
    for (int i = 0; i < MANY; i++) {
        polls[i] = (struct client){.fd = -1};
        ask_poll(&bob, &polls[i], ids[1], 1);
        guest_stream(i % 2 == 0 ? &ann : &bob, &streams[i], path, NULL);
    }
    until_waiting(2 * MANY);
    began = e2e_now_ms();
    seq = move_on(&ann, ids[1]);
    for (int i = 0; i < MANY; i++) {
        json_t *event = stream_next(&streams[i], NULL, WAIT_MS);

        NEED(event != NULL && need_int(event, "seq") == seq, "stream %d has not heard", i);
        json_decref(event);
        hear_poll(&polls[i], seq);
    }
    printf("%d streams and %d long polls heard within %lld ms\n", MANY, MANY,
           (long long)(e2e_now_ms() - began));
    for (int i = 0; i < MANY; i++) {
        client_close(&polls[i]);
        client_close(&streams[i]);
    }
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "e2e_live",
        (const struct test_case[]){
            {"polls", long_polls_hear_at_once, .setup = begin, .teardown = end},
            {"stream", a_cut_stream_goes_on_where_it_was, .setup = begin, .teardown = end},
            {"mine", one_stream_for_all_games, .setup = begin, .teardown = end},
            {"many", many_wait_and_all_hear, .setup = begin_without_limits, .teardown = end},
            {0},
        });
}
TEST_MAIN(suite)
