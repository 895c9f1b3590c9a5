/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The stream of all of a player's games. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/service/people.h"
#include "tests/support/check_main.h"

enum {
    GAMES = 480, /* each event's id contains all their ids */
    TURNS = 160, /* of two events each */
    BATCH = 32,  /* turns in one request */
    EVENT_SIZE = 64 << 10,
    WAIT_MS = 30000,
};

static char *event_text;

static void open_stream(struct client *stream, const char *last_id) {
    char *request = malloc(EVENT_SIZE);
    struct response response;

    ck_assert_ptr_nonnull(request);
    ck_assert(client_open(stream, server_address(test_server)));
    snprintf(request, EVENT_SIZE,
             "GET /v1/me/events HTTP/1.1\r\nHost: a\r\nAccept: text/event-stream\r\n%s%s%s%s\r\n",
             ada.header, last_id == NULL ? "" : "Last-Event-ID: ", last_id == NULL ? "" : last_id,
             last_id == NULL ? "" : "\r\n");
    ck_assert(client_text(stream, request));
    client_read_head(stream, &response);
    ck_assert_int_eq(response.status, 200);
    response_free(&response);
    free(request);
}

/* The next event of the stream, without comments and the like, in event_text; returns its seq. */
static long long next_event(struct client *stream) {
    const char *seq;

    do
        ck_assert(client_event(stream, event_text, EVENT_SIZE, WAIT_MS));
    while (strstr(event_text, "data: ") == NULL);
    seq = strstr(event_text, "\"seq\":");
    ck_assert_ptr_nonnull(seq);
    return strtoll(seq + strlen("\"seq\":"), NULL, 10);
}

/* Turns in which nothing is gained: a two, and the end of the turn. */
static void play_turns(const char *game, int turns) {
    static const char turn[] = "{'action':{'type':'roll'},'outcome':{'yellow':1,'red':1}},"
                               "{'action':{'type':'end_turn'}}";
    char body[sizeof turn * BATCH + 64];
    size_t at = 0;

    ck_assert_int_le(turns, BATCH);
    for (int i = 0; i < turns; i++)
        at += (size_t)snprintf(body + at, sizeof body - at, "%s%s", i == 0 ? "{'moves':[" : ",",
                               turn);
    snprintf(body + at, sizeof body - at, "]}");
    POST_ONLY(&ada, 201, body, "/v1/games/%s/moves", game);
}

static void make_table(char id[GAME_ID_SIZE]) {
    make_game(&ada,
              "{'mode':'table','rules':{'game':'base','players':3},'board':{'layout':'beginner'},"
              "'position':{'phase':'play','first':0,'turn':{'number':1,'player':0,'rolled':false,"
              "'step':'before_roll','rolls':[]},'robber':9,'pieces':{'settlements':[],'roads':[],"
              "'cities':[]},'players':[{'seat':0},{'seat':1},{'seat':2}]}}",
              id);
}

/* Many games, two of which have more new events than fit into one piece with their long ids. */
START_TEST(a_stream_of_many_games_goes_on) {
    char later[GAME_ID_SIZE], game[GAME_ID_SIZE], other[GAME_ID_SIZE];
    char *id = malloc(EVENT_SIZE);
    struct client stream;
    long long first;

    event_text = malloc(EVENT_SIZE);
    ck_assert(id != NULL && event_text != NULL);
    for (int i = 2; i < GAMES; i++)
        make_game(&ada,
                  "{'rules':{'game':'base','players':3},'seats':[{'account':'me'},{'open':true},"
                  "{'open':true}]}",
                  other);
    make_table(game);
    make_table(later); /* sent before the other: the latest game comes first */
    open_stream(&stream, NULL);
    play_turns(game, 1);
    first = next_event(&stream);
    ck_assert_int_eq(sscanf(strstr(event_text, "id: "), "id: %65535[^\n]", id), 1);
    ck_assert_uint_gt(strlen(id), GAMES * 3);
    client_close(&stream);
    play_turns(later, BATCH);
    for (int i = 0; i < TURNS; i += BATCH)
        play_turns(game, BATCH);
    open_stream(&stream, id);
    for (int i = 0; i < 2 * BATCH; i++)
        next_event(&stream);
    for (long long seq = first + 1; seq <= first + 1 + 2 * TURNS; seq++)
        ck_assert_int_eq(next_event(&stream), seq);
    client_close(&stream);
    free(id);
    free(event_text);
}
END_TEST

static Suite *suite(void) {
    return test_suite("my events",
                      (const struct test_case[]){
                          {"a_stream_of_many_games_goes_on", a_stream_of_many_games_goes_on,
                           .setup = people_setup, .teardown = people_teardown},
                          {0},
                      });
}
TEST_MAIN(suite)
