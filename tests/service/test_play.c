/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Whole games over HTTP: several people at once, bots, streams, and finished games. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/document/verify.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

enum { MOVES_MAX = 1000000, PLAYERS = 3, GAMES = 4, EVENT_TEXT = 1 << 16, GAME_WAIT_MS = 100000 };

/* Makes one random move in a game if it waits for the seat; 1 done, 0 nothing to do, -1 over. */
static int move_at(struct person *person, struct random *random, const char *id, int seat,
                   bool table) {
    char action[ACTION_TEXT_MAX], body[ACTION_TEXT_MAX + 64], as[16] = "";
    json_t *game = GET(person, 200, "/v1/games/%s", id);
    long long seq = number_at(game, "seq");
    bool active = strcmp(text_at(game, "status"), "active") == 0;
    bool mine = false;
    size_t i;
    json_t *decision;

    json_array_foreach(json_object_get(game, "waiting_for"), i, decision) mine |=
        number_at(decision, "player") == seat;
    json_decref(game);
    if (!active)
        return -1;
    if (table)
        snprintf(as, sizeof as, "?as=%d", seat);
    if (!mine || !choose_action(person, random, id, as, action))
        return 0;
    if (table)
        snprintf(body, sizeof body, "{\"action\":%s,\"seat\":%d,\"seq\":%lld}", action, seat, seq);
    else
        snprintf(body, sizeof body, "{\"action\":%s,\"seq\":%lld}", action, seq);
    /* In a play game another player may have moved since: then nothing happens. */
    REQUIRE(person_move(person, id, body) || !table, "a table game moved by itself");
    return 1;
}

/* ---- several people, several games ---- */

static char shared[GAMES][GAME_ID_SIZE];

struct thread {
    struct person person;
    int seat;
    uint64_t seed;
};

static void *play_all(void *context) {
    struct thread *thread = context;
    struct random random = random_seeded(thread->seed);
    bool over[GAMES] = {false};
    int left = GAMES;

    for (int i = 0; left > 0 && i < MOVES_MAX; i++)
        for (int g = 0; g < GAMES; g++)
            if (!over[g] && move_at(&thread->person, &random, shared[g], thread->seat, false) < 0) {
                over[g] = true;
                left--;
            }
    REQUIRE(left == 0, "the games did not end");
    return NULL;
}

/* The record exists, is verified, and agrees with everything that can be read of the game. */
static void check_record(struct person *person, const char *id) {
    json_t *record = GET(person, 200, "/v1/games/%s/record", id);
    char *text = json_dumps(record, JSON_COMPACT);
    struct verdict verdict;
    size_t n = json_array_size(json_object_get(record, "events"));
    json_t *game = GET(person, 200, "/v1/games/%s", id);

    verify_record(text, strlen(text), &verdict);
    ck_assert_msg(verdict.ok && verdict.proved, "%s", verdict.text);
    ck_assert_int_eq(number_at(game, "seq"), (long long)n);
    ck_assert(json_equal(json_object_get(game, "result"), json_object_get(record, "result")));
    free(text);
    json_decref(game);
    json_decref(record);
}

START_TEST(people_play_whole_games_at_once) {
    static const char *const names[PLAYERS] = {"bob", "eve", "dan"};
    unsigned long long seed = test_seed(11);
    struct thread threads[PLAYERS];
    pthread_t ids[PLAYERS];

    for (int i = 0; i < PLAYERS; i++)
        threads[i] = (struct thread){person_new(names[i]), i, seed + (unsigned long long)i};
    for (int g = 0; g < GAMES; g++) {
        make_game(&threads[0].person, "{'rules':{'game':'base','players':3,'victory_points':5}}",
                  shared[g]);
        POST_ONLY(&threads[1].person, 200, "{'seat':1}", "/v1/games/%s/join", shared[g]);
        POST_ONLY(&threads[2].person, 200, "{'seat':2}", "/v1/games/%s/join", shared[g]);
    }
    for (int i = 0; i < PLAYERS; i++)
        ck_assert_int_eq(pthread_create(&ids[i], NULL, play_all, &threads[i]), 0);
    for (int i = 0; i < PLAYERS; i++)
        pthread_join(ids[i], NULL);
    for (int g = 0; g < GAMES; g++)
        check_record(&ada, shared[g]);
    for (int i = 0; i < PLAYERS; i++)
        person_gone(&threads[i].person);
}
END_TEST

/* Two connections of one player send the same moves at the same time: each is made once. */
struct racer {
    struct person person;
    const char *id;
    int made;
};

static void *race(void *context) {
    struct racer *racer = context;
    char path[100];

    snprintf(path, sizeof path, "/v1/games/%s/moves", racer->id);
    for (int vertex = 0; vertex < 54; vertex++) {
        struct response response;
        char body[100];

        snprintf(body, sizeof body, "{\"action\":{\"type\":\"build_settlement\",\"vertex\":%d}}",
                 vertex);
        client_ask(&racer->person.client, &response, "POST", path, racer->person.header, body);
        REQUIRE(response.status == 201 || response.status == 422, "a race gave %d: %s",
                response.status, response.body);
        racer->made += response.status == 201;
        response_free(&response);
    }
    return NULL;
}

START_TEST(one_move_is_made_once_by_racing_connections) {
    struct racer racers[4];
    pthread_t ids[4];
    char id[GAME_ID_SIZE];
    int made = 0;

    make_game(&ada, "{'mode':'table','rules':{'game':'base'},'board':{'layout':'beginner'}}", id);
    for (int i = 0; i < 4; i++) {
        racers[i] = (struct racer){.id = id};
        racers[i].person = ada;
        ck_assert(client_open(&racers[i].person.client, ada.address));
        ck_assert_int_eq(pthread_create(&ids[i], NULL, race, &racers[i]), 0);
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(ids[i], NULL);
        made += racers[i].made;
        person_gone(&racers[i].person);
    }
    ck_assert_int_eq(made, 1);
}
END_TEST

/* ---- bots ---- */

START_TEST(bots_play_by_themselves) {
    static const char *const bodies[] = {
        "{'rules':{'game':'base'},'seats':[{'bot':'greedy'},{'bot':'random'},{'bot':'greedy'}]}",
        "{'rules':{'game':'base'},'seats':[{'bot':'greedy'},{'bot':'random'}]}",
    };

    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        char id[GAME_ID_SIZE], text[EVENT_TEXT];
        struct client stream;
        struct response head;

        make_game(&ada, bodies[i], id);
        ck_assert(client_open(&stream, ada.address));
        snprintf(text, sizeof text,
                 "GET /v1/games/%s/events?type=finished HTTP/1.1\r\nHost: x\r\n"
                 "Accept: text/event-stream\r\n\r\n",
                 id);
        ck_assert(client_text(&stream, text));
        client_read_head(&stream, &head);
        ck_assert_int_eq(head.status, 200);
        response_free(&head);
        ck_assert(client_event(&stream, text, sizeof text, GAME_WAIT_MS));
        ck_assert_ptr_nonnull(strstr(text, "retry:"));
        ck_assert(client_event(&stream, text, sizeof text, GAME_WAIT_MS));
        ck_assert_ptr_nonnull(strstr(text, "event: finished"));
        ck_assert(!client_event(&stream, text, sizeof text, 1000)); /* and ends */
        client_close(&stream);
        check_record(&ada, id);
    }
}
END_TEST

START_TEST(a_bot_takes_over_a_resigned_seat) {
    char id[GAME_ID_SIZE];
    json_t *json;
    long long seq = 0;

    make_game(&ada, "{'rules':{'game':'base','players':2,'victory_points':4}}", id);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", id);
    json = POST(&ada, 200, NULL, "/v1/games/%s/resign", id);
    ck_assert_str_eq(text_at(json, "status"), "active");
    ck_assert_str_eq(text_at(json_array_get(json_object_get(json, "seats"), 0), "kind"), "bot");
    json_decref(json);
    json = POST(&ada, 409, "{'action':{'type':'roll'}}", "/v1/games/%s/moves", id);
    assert_problem(json, "not-your-decision", NULL);
    struct random random = random_seeded(3);
    for (int i = 0; i < MOVES_MAX; i++) {
        int done = move_at(&grace, &random, id, 1, false);

        if (done < 0)
            break;
        json =
            GET(&grace, 200, "/v1/games/%s/events?after=%lld&wait=%d", id, seq, done == 0 ? 10 : 0);
        seq += (long long)json_array_size(json_object_get(json, "items"));
        json_decref(json);
    }
    check_record(&grace, id);
    json = GET(&grace, 200, "/v1/accounts/ada/stats");
    ck_assert_int_eq(number_at(json, "resigned"), 1);
    ck_assert_int_eq(number_at(json, "won"), 0);
    json_decref(json);
}
END_TEST

/* ---- positions and records ---- */

/* At any moment the view of all is a position from which a game can continue, and the record so far can be imported. */
START_TEST(a_game_goes_on_from_its_position_and_its_record) {
    unsigned players = 2 + (unsigned)_i;
    struct random random = random_seeded(test_seed(5) + (unsigned)_i);
    char id[GAME_ID_SIZE], body[200], copy[GAME_ID_SIZE];
    int state = 0;

    snprintf(body, sizeof body,
             "{'mode':'table','rules':{'game':'base','players':%u,'victory_points':5},"
             "'board':{'layout':'beginner'},'first':1}",
             players);
    make_game(&ada, body, id);
    for (int i = 0; state >= 0 && i < MOVES_MAX; i++) {
        state = move_at(&ada, &random, id, (int)random_below(&random, players), true);
        if (random_below(&random, 25) != 0 && state >= 0)
            continue;
        json_t *view = GET(&ada, 200, "/v1/games/%s/view?as=all", id);
        json_t *record = GET(&ada, 200, "/v1/games/%s/record", id);
        json_t *game = json_pack("{s:s,s:{s:s,s:i,s:i},s:{s:s},s:O}", "mode", "table", "rules",
                                 "game", "base", "players", players, "victory_points", 5, "board",
                                 "layout", "beginner", "position", view);
        char *text = json_dumps(game, 0);

        make_game(&ada, text, copy);
        json_t *again = GET(&ada, 200, "/v1/games/%s/view?as=all", copy);
        static const char *const keys[] = {"game", "seq", "status"};
        for (size_t k = 0; k < 3; k++) {
            json_object_del(view, keys[k]);
            json_object_del(again, keys[k]);
        }
        ck_assert(json_equal(view, again));
        free(text);
        json_decref(game);
        json_decref(again);
        game = json_pack("{s:s,s:O}", "mode", "table", "record", record);
        text = json_dumps(game, 0);
        make_game(&ada, text, copy);
        again = GET(&ada, 200, "/v1/games/%s/record", copy);
        ck_assert_uint_eq(json_array_size(json_object_get(again, "events")),
                          json_array_size(json_object_get(record, "events")));
        ck_assert(json_equal(json_object_get(again, "result"), json_object_get(record, "result")));
        free(text);
        json_decref(game);
        json_decref(again);
        json_decref(view);
        json_decref(record);
    }
    ck_assert_int_eq(state, -1);
}
END_TEST

START_TEST(a_false_record_is_refused_with_its_event) {
    struct random random = random_seeded(9);
    char id[GAME_ID_SIZE];
    json_t *record, *game, *event;
    char *text;

    make_game(&ada, "{'mode':'table','rules':{'game':'base','players':2,'victory_points':3}}", id);
    while (move_at(&ada, &random, id, (int)random_below(&random, 2), true) >= 0)
        ;
    record = GET(&ada, 200, "/v1/games/%s/record", id);
    event = json_array_get(json_object_get(record, "events"), 3);
    ck_assert_str_eq(text_at(event, "type"), "build_settlement");
    json_object_set(
        json_object_get(event, "action"), "vertex",
        json_object_get(
            json_object_get(json_array_get(json_object_get(record, "events"), 1), "action"),
            "vertex"));
    game = json_pack("{s:s,s:o}", "mode", "table", "record", record);
    text = json_dumps(game, 0);
    record = POST(&ada, 422, text, "/v1/games");
    ck_assert_int_eq(number_at(record, "seq"), 4);
    assert_problem(record, "illegal-move", NULL);
    free(text);
    json_decref(game);
}
END_TEST

/* ---- following a game ---- */

START_TEST(events_are_picked_and_paged) {
    struct random random = random_seeded(4);
    char id[GAME_ID_SIZE];
    json_t *all, *page;
    size_t n, i, rolls = 0;
    json_t *event;
    char query[64] = "";
    long long seen = 0;

    make_game(&ada, "{'mode':'table','rules':{'game':'base','players':3,'victory_points':3}}", id);
    while (move_at(&ada, &random, id, (int)random_below(&random, 3), true) >= 0)
        ;
    all = GET(&ada, 200, "/v1/games/%s/events?limit=1000", id);
    n = json_array_size(json_object_get(all, "items"));
    json_array_foreach(json_object_get(all, "items"), i, event) {
        ck_assert_int_eq(number_at(event, "seq"), (long long)i + 1);
        rolls += strcmp(text_at(event, "type"), "roll") == 0;
    }
    for (;;) {
        page = GET(&ada, 200, "/v1/games/%s/events?limit=7%s", id, query);
        seen += (long long)json_array_size(json_object_get(page, "items"));
        if (json_is_null(json_object_get(page, "next")))
            break;
        snprintf(query, sizeof query, "&cursor=%s", text_at(page, "next"));
        json_decref(page);
    }
    json_decref(page);
    ck_assert_int_eq(seen, (long long)n);
    page = GET(&ada, 200, "/v1/games/%s/events?limit=1000&type=roll", id);
    ck_assert_uint_eq(json_array_size(json_object_get(page, "items")), rolls);
    json_decref(page);
    page = GET(&ada, 200, "/v1/games/%s/events?after=%zu&wait=30", id, n);
    ck_assert_uint_eq(json_array_size(json_object_get(page, "items")), 0); /* over: no waiting */
    json_decref(page);
    json_decref(all);
}
END_TEST

static void *move_later(void *context) {
    const char *id = context;
    struct person person = ada;

    /* Once the poll waits, which the server's metrics show. */
    while (server_waiting(test_server) == 0)
        sched_yield();
    REQUIRE(client_open(&person.client, person.address), "no connection");
    POST_ONLY(&person, 201, "{'action':{'type':'build_settlement','vertex':10}}",
              "/v1/games/%s/moves", id);
    person_gone(&person);
    return NULL;
}

START_TEST(a_long_poll_waits_for_what_it_asks_for) {
    char id[GAME_ID_SIZE];
    pthread_t thread;
    json_t *page;

    make_game(&ada, "{'mode':'table','rules':{'game':'base'},'board':{'layout':'beginner'}}", id);
    page = GET(&grace, 200, "/v1/games/%s/events?after=1&wait=0", id);
    ck_assert_uint_eq(json_array_size(json_object_get(page, "items")), 0);
    json_decref(page);
    ck_assert_int_eq(pthread_create(&thread, NULL, move_later, id), 0);
    page = GET(&grace, 200, "/v1/games/%s/events?after=1&wait=60", id);
    ck_assert_uint_eq(json_array_size(json_object_get(page, "items")), 1);
    json_decref(page);
    pthread_join(thread, NULL);
    page = GET(&grace, 200, "/v1/games/%s/events?after=1&wait=1&type=roll", id);
    ck_assert_uint_eq(json_array_size(json_object_get(page, "items")), 0);
    json_decref(page);
}
END_TEST

static void open_stream(struct client *stream, const struct person *person, const char *path,
                        const char *headers) {
    char text[600];
    struct response head;

    ck_assert(client_open(stream, person->address));
    snprintf(text, sizeof text,
             "GET %s HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n%s%s\r\n", path,
             person->header, headers);
    ck_assert(client_text(stream, text));
    client_read_head(stream, &head);
    ck_assert_int_eq(head.status, 200);
    response_free(&head);
}

/* The next event that is not a comment; writes its id to ID. */
static void next_event(struct client *stream, char *text, char id[200]) {
    const char *line;

    do
        ck_assert(client_event(stream, text, EVENT_TEXT, CLIENT_WAIT_MS));
    while (strstr(text, "data: ") == NULL);
    line = strstr(text, "id: ");
    ck_assert_ptr_nonnull(line);
    snprintf(id, 200, "%.*s", (int)strcspn(line + 4, "\n"), line + 4);
}

START_TEST(a_stream_goes_on_where_it_was) {
    char id[GAME_ID_SIZE], path[100], header[300], text[EVENT_TEXT], last[200];
    struct client stream;

    make_game(&ada, "{'mode':'table','rules':{'game':'base'},'board':{'layout':'beginner'}}", id);
    snprintf(path, sizeof path, "/v1/games/%s/events", id);
    open_stream(&stream, &grace, path, "");
    next_event(&stream, text, last);
    ck_assert_str_eq(last, "1");
    POST_ONLY(&ada, 201, "{'action':{'type':'build_settlement','vertex':10}}", "/v1/games/%s/moves",
              id);
    next_event(&stream, text, last);
    ck_assert_str_eq(last, "2");
    client_close(&stream);
    POST_ONLY(&ada, 201, "{'action':{'type':'build_road','edge':16}}", "/v1/games/%s/moves", id);
    snprintf(header, sizeof header, "Last-Event-ID: %.50s\r\n", last);
    open_stream(&stream, &grace, path, header);
    next_event(&stream, text, last);
    ck_assert_str_eq(last, "3");
    ck_assert_ptr_nonnull(strstr(text, "event: build_road"));
    client_close(&stream);
    json_decref(person_ask(&grace, 422, "GET",
                           "Accept: text/event-stream\r\nLast-Event-ID: yesterday\r\n", NULL, "%s",
                           path));
}
END_TEST

START_TEST(one_stream_tells_of_all_ones_games) {
    char old[GAME_ID_SIZE], fresh[GAME_ID_SIZE], header[300], text[EVENT_TEXT], last[200];
    struct client stream;

    make_game(&ada, "{'rules':{'game':'base','players':2}}", old);
    open_stream(&stream, &ada, "/v1/me/events", "");
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", old);
    next_event(&stream, text, last);
    ck_assert_ptr_nonnull(strstr(text, old));
    ck_assert_ptr_nonnull(strstr(text, "event: start"));
    make_game(&ada, "{'rules':{'game':'base','players':2}}", fresh);
    client_close(&stream);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", fresh);
    snprintf(header, sizeof header, "Last-Event-ID: %.200s\r\n", last);
    open_stream(&stream, &ada, "/v1/me/events", header);
    next_event(&stream, text, last);
    ck_assert_ptr_nonnull(strstr(text, fresh));
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/resign", old);
    next_event(&stream, text, last);
    ck_assert_ptr_nonnull(strstr(text, old));
    ck_assert_ptr_nonnull(strstr(text, "event: resign"));
    client_close(&stream);
    json_decref(person_ask(&ada, 422, "GET", "Last-Event-ID: 1-2\r\n", NULL, "/v1/me/events"));
}
END_TEST

/* A revoked token cannot go on reading. */
START_TEST(a_stream_ends_with_its_token) {
    char id[GAME_ID_SIZE], path[100], text[EVENT_TEXT], last[200];
    struct client stream;

    make_game(&ada, "{'mode':'table','rules':{'game':'base'},'board':{'layout':'beginner'}}", id);
    snprintf(path, sizeof path, "/v1/games/%s/events", id);
    open_stream(&stream, &grace, path, "");
    next_event(&stream, text, last);
    json_decref(person_ask(&grace, 204, "DELETE", "", NULL, "/v1/me"));
    POST_ONLY(&ada, 201, "{'action':{'type':'build_settlement','vertex':10}}", "/v1/games/%s/moves",
              id);
    ck_assert(!client_event(&stream, text, sizeof text, 5000));
    client_close(&stream);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "play",
        (const struct test_case[]){
            {"people", people_play_whole_games_at_once, 0, 240, people_setup, people_teardown},
            {"race", one_move_is_made_once_by_racing_connections, 0, 0, people_setup,
             people_teardown},
            {"bots", bots_play_by_themselves, 0, 300, people_setup, people_teardown},
            {"resign", a_bot_takes_over_a_resigned_seat, 0, 120, people_setup, people_teardown},
            {"copies", a_game_goes_on_from_its_position_and_its_record, 3, 240, people_setup,
             people_teardown},
            {"false_record", a_false_record_is_refused_with_its_event, 0, 120, people_setup,
             people_teardown},
            {"events", events_are_picked_and_paged, 0, 120, people_setup, people_teardown},
            {"poll", a_long_poll_waits_for_what_it_asks_for, 0, 0, people_setup, people_teardown},
            {"stream", a_stream_goes_on_where_it_was, 0, 0, people_setup, people_teardown},
            {"my_stream", one_stream_tells_of_all_ones_games, 0, 0, people_setup, people_teardown},
            {"token", a_stream_ends_with_its_token, 0, 0, people_setup, people_teardown},
            {0},
        });
}
TEST_MAIN(suite)
