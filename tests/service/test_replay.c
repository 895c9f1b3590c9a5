/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* A request repeated under its Idempotency-Key gets the same response, byte for byte, whatever has happened since. */
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/accounts.h"
#include "db/idempotency.h"
#include "db/store.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

enum { KEPT_MAX = 128, MOVES = 40, BODY_SIZE = ACTION_TEXT_MAX + 64, PATH_SIZE = 100 };

/* Requests that have been answered. */
static struct kept {
    struct person *person;
    char path[PATH_SIZE], body[BODY_SIZE];
    bool refused; /* now, because the person no longer has a seat in the game */
    struct response first;
} kept[KEPT_MAX];
static size_t n_kept;
static struct person eve;

static void ask_kept(const struct kept *k, size_t number, struct response *response) {
    char headers[TOKEN_HEADER_SIZE + 64];

    snprintf(headers, sizeof headers, "%sIdempotency-Key: key-%zu\r\n", k->person->header, number);
    client_ask(&k->person->client, response, "POST", k->path, headers, k->body);
}

/* Sends it for the first time; returns the response's body as JSON, for json_decref. ' in BODY stands for ". */
static json_t *post(struct person *person, int status, const char *path, const char *body) {
    struct kept *k = &kept[n_kept];
    char *at;

    ck_assert_uint_lt(n_kept, KEPT_MAX);
    *k = (struct kept){.person = person};
    snprintf(k->path, sizeof k->path, "%s", path);
    snprintf(k->body, sizeof k->body, "%s", body);
    while ((at = strchr(k->body, '\'')) != NULL)
        *at = '"';
    ask_kept(k, n_kept, &k->first);
    n_kept++;
    ck_assert_msg(k->first.status == status, "%s %s: %s", path, k->body, k->first.body);
    ck_assert_ptr_null(response_header(&k->first, "Idempotency-Replayed"));
    return json_loadb(k->first.body, k->first.size, 0, NULL);
}

static void check_header(const struct response *first, const struct response *again,
                         const char *name) {
    const char *was = response_header(first, name);
    char text[256];

    snprintf(text, sizeof text, "%s", was == NULL ? "" : was);
    was = response_header(again, name);
    ck_assert_str_eq(was == NULL ? "" : was, text);
}

static void check_all(void) {
    for (size_t i = 0; i < n_kept; i++) {
        const struct response *first = &kept[i].first;
        struct response again;

        if (kept[i].refused)
            continue;
        ask_kept(&kept[i], i, &again);
        ck_assert_int_eq(again.status, first->status);
        ck_assert_str_eq(response_header(&again, "Idempotency-Replayed"), "true");
        check_header(first, &again, "ETag");
        check_header(first, &again, "Location");
        ck_assert_msg(again.size == first->size && memcmp(again.body, first->body, again.size) == 0,
                      "%s %s was\n%s\nand is\n%s", kept[i].path, kept[i].body, first->body,
                      again.body);
        response_free(&again);
    }
}

static void setup(void) {
    people_setup();
    eve = person_new("eve");
    n_kept = 0;
}

static void teardown(void) {
    for (size_t i = 0; i < n_kept; i++)
        response_free(&kept[i].first);
    person_gone(&eve);
    people_teardown();
}

static const char *under(char path[PATH_SIZE], const char *game, const char *rest) {
    snprintf(path, PATH_SIZE, "/v1/games/%s%s", game, rest);
    return path;
}

/* Creates a game that ONE and TWO play. */
static void begin(const char *body, struct person *one, struct person *two,
                  char game[GAME_ID_SIZE]) {
    char path[PATH_SIZE];
    json_t *made = post(one, 201, "/v1/games", body);

    snprintf(game, GAME_ID_SIZE, "%s", text_at(made, "id"));
    json_decref(made);
    json_decref(post(two, 200, under(path, game, "/join"), "{}"));
}

static void play_on(struct person *players[2], const char *game, int moves, struct random *random) {
    char path[PATH_SIZE], action[ACTION_TEXT_MAX], body[BODY_SIZE];

    for (int i = 0; i < moves; i++) {
        json_t *now = GET(players[0], 200, "/v1/games/%s", game);
        struct person *next = players[waits_for(now)];

        json_decref(now);
        ck_assert(choose_action(next, random, game, "", action));
        snprintf(body, sizeof body, "{'action':%s}", action);
        json_decref(post(next, 201, under(path, game, "/moves"), body));
    }
}

/* Messages and agreements besides moves; then ada's seat goes to eve, by two more requests. */
static void talk_and_hand_over(const char *game) {
    char path[PATH_SIZE];
    json_t *before = GET(&ada, 200, "/v1/games/%s", game);
    int seat =
        strcmp(text_at(json_array_get(json_object_get(before, "seats"), 0), "account"), "ada") == 0
            ? 0
            : 1;
    char body[BODY_SIZE], rest[32];

    json_decref(before);
    json_decref(post(&ada, 201, under(path, game, "/talk"), "{'text':'hello'}"));
    json_decref(post(&grace, 200, under(path, game, "/pause"), "{}"));
    snprintf(body, sizeof body, "{'seat':%d,'to':{'account':'eve'}}", seat);
    json_decref(post(&ada, 200, under(path, game, "/votes"), body));
    check_all();
    snprintf(rest, sizeof rest, "/seats/%d/take", seat);
    json_decref(post(&eve, 200, under(path, game, rest), "{}"));
    for (size_t i = 0; i < n_kept; i++)
        kept[i].refused = kept[i].person == &ada && strcmp(kept[i].path, "/v1/games") != 0;
}

START_TEST(each_response_is_given_again) {
    struct random random = random_seeded(7);
    struct person *players[2] = {&ada, &grace};
    char path[PATH_SIZE], game[GAME_ID_SIZE];

    begin("{'rules':{'game':'base','players':2},'clock':{'turn':86400}}", &ada, &grace, game);
    play_on(players, game, MOVES, &random);
    check_all();
    talk_and_hand_over(game);
    players[0] = &eve;
    play_on(players, game, 8, &random);
    json_decref(post(&grace, 200, under(path, game, "/resign"), "{}"));
    json_decref(post(&eve, 200, under(path, game, "/resign"), "{}"));
    json_decref(post(&grace, 201, under(path, game, "/rematch"), "{}"));
    check_all();
}
END_TEST

START_TEST(a_seat_left_and_moves_in_words_and_lists) {
    char path[PATH_SIZE], game[GAME_ID_SIZE];
    json_t *made;

    begin("{'rules':{'game':'base','players':3}}", &ada, &grace, game);
    json_decref(post(&grace, 200, under(path, game, "/leave"), "{}"));
    json_decref(post(&grace, 200, under(path, game, "/join"), "{}"));
    made =
        post(&ada, 201, "/v1/games",
             "{'mode':'table','rules':{'game':'base','players':3},'board':{'layout':'beginner'}}");
    snprintf(game, sizeof game, "%s", text_at(made, "id"));
    json_decref(made);
    under(path, game, "/moves");
    json_decref(post(&ada, 201, path,
                     "{'moves':[{'action':{'type':'build_settlement','vertex':10}},"
                     "{'action':{'type':'build_road','edge':16}}]}"));
    json_decref(post(&ada, 201, path, "{'words':'settle 40'}"));
    check_all();
    json_decref(post(&ada, 200, under(path, game, "/resign"), "{}"));
    check_all();
}
END_TEST

/* What an older server has stored: the whole body. */
static enum store_result keep_whole(struct store_tx *tx, struct store_job *job) {
    static const char body[] = "{\"text\":\"hello\"}", headers[] = "ETag: \"7.0.00000000\"\n";
    struct store_idempotency record = {.key = "old",
                                       .status = 201,
                                       .headers = {headers, sizeof headers - 1},
                                       .body = {"{\"seq\":7}", 9},
                                       .created_at = app_now()};
    struct store_account account;
    enum store_result result = store_account_by_name(store_tx_reader(tx), ada.name, &account);

    (void)job;
    ck_assert_int_eq(result, STORE_OK);
    record.account = account.id;
    snprintf(record.route, sizeof record.route, "POST %s", kept[0].path);
    crypto_hash_sha256(record.body_hash, (const unsigned char *)body, sizeof body - 1);
    return store_idempotency_put(tx, &record);
}

START_TEST(a_response_kept_whole_is_given_again) {
    struct store_job job = {.run = keep_whole};
    char game[GAME_ID_SIZE], headers[TOKEN_HEADER_SIZE + 64];
    struct response response;

    make_game(&ada, "{'rules':{'game':'base','players':2}}", game);
    under(kept[0].path, game, "/talk");
    ck_assert_int_eq(store_call(test_app.store, &job), STORE_OK);
    snprintf(headers, sizeof headers, "%sIdempotency-Key: old\r\n", ada.header);
    client_ask(&ada.client, &response, "POST", kept[0].path, headers, "{\"text\":\"hello\"}");
    ck_assert_int_eq(response.status, 201);
    ck_assert_str_eq(response.body, "{\"seq\":7}");
    ck_assert_str_eq(response_header(&response, "ETag"), "\"7.0.00000000\"");
    response_free(&response);
}
END_TEST

/* ---- the same key at once ---- */

enum { AT_ONCE = 3, ROUNDS = 39 /* whole turns: a roll, its end, both */ };

/* One of several requests that start together, on a connection of its own. */
static struct sender {
    struct client client;
    pthread_barrier_t *start;
    const char *path, *headers, *body;
    struct response response;
} senders[AT_ONCE];

static void *send_it(void *context) {
    struct sender *sender = context;

    pthread_barrier_wait(sender->start);
    client_ask(&sender->client, &sender->response, "POST", sender->path, sender->headers,
               sender->body);
    return NULL;
}

/* Sends BODIES, one per sender, together under one key. */
static void send_at_once(const char *path, const char *key, const char *const bodies[AT_ONCE]) {
    char headers[TOKEN_HEADER_SIZE + 64];
    pthread_t threads[AT_ONCE];
    pthread_barrier_t start;

    snprintf(headers, sizeof headers, "%sIdempotency-Key: %s\r\n", ada.header, key);
    ck_assert_int_eq(pthread_barrier_init(&start, NULL, AT_ONCE), 0);
    for (int i = 0; i < AT_ONCE; i++) {
        senders[i].start = &start;
        senders[i].path = path;
        senders[i].headers = headers;
        senders[i].body = bodies[i];
        ck_assert_int_eq(pthread_create(&threads[i], NULL, send_it, &senders[i]), 0);
    }
    for (int i = 0; i < AT_ONCE; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&start);
}

static void free_responses(void) {
    for (int i = 0; i < AT_ONCE; i++)
        response_free(&senders[i].response);
}

/* Checks that all responses equal the first one. */
static void check_same_responses(int round) {
    int first = -1;

    for (int i = 0; i < AT_ONCE; i++) {
        const struct response *response = &senders[i].response;
        ck_assert_msg(response->status == 201, "round %d: %d %s", round, response->status,
                      response->body);
        ck_assert_str_eq(response->body, senders[0].response.body);
        if (response_header(response, "Idempotency-Replayed") == NULL) {
            ck_assert_int_eq(first, -1);
            first = i;
        }
    }
    ck_assert_int_ge(first, 0);
}

START_TEST(the_same_key_at_once_moves_once) {
    static const char *const rolls[2] = {
        "{\"action\":{\"type\":\"roll\"},\"outcome\":{\"yellow\":1,"
        "\"red\":2}}",
        "{\"action\":{\"type\":\"end_turn\"}}"};
    static const char both[] =
        "{\"moves\":[{\"action\":{\"type\":\"roll\"},\"outcome\":{\"yellow\":1,\"red\":2}},"
        "{\"action\":{\"type\":\"end_turn\"}}]}";
    char game[GAME_ID_SIZE], path[PATH_SIZE], key[32];
    long long seq = 1;

    make_game(&ada,
              "{'mode':'table','rules':{'game':'base','players':3},'board':{'layout':'beginner'}}",
              game);
    for (int i = 0; i < 12; i++) { /* the set-up */
        json_t *list = GET(&ada, 200, "/v1/games/%s/actions", game);
        json_t *body =
            json_pack("{s:O}", "action", json_array_get(json_object_get(list, "actions"), 0));
        char *text = json_dumps(body, JSON_COMPACT);
        json_t *made = POST(&ada, 201, text, "/v1/games/%s/moves", game);
        seq = number_at(made, "seq");
        json_decref(made);
        free(text);
        json_decref(body);
        json_decref(list);
    }
    snprintf(path, sizeof path, "/v1/games/%s/moves", game);
    for (int i = 0; i < AT_ONCE; i++)
        ck_assert(client_open(&senders[i].client, server_address(test_server)));
    for (int round = 0; round < ROUNDS; round++) {
        bool batch = round % 3 == 2; /* a whole turn */
        const char *body = batch ? both : rolls[round % 3];
        snprintf(key, sizeof key, "at-once-%d", round);
        send_at_once(path, key, (const char *const[AT_ONCE]){body, body, body});
        check_same_responses(round);
        free_responses();
        json_t *state = GET(&ada, 200, "/v1/games/%s", game);
        seq += batch ? 2 : 1;
        ck_assert_int_eq(number_at(state, "seq"), seq);
        json_decref(state);
    }
    /* One of them has a different body: it is refused, or it was first and the others are. */
    const char *other = "{\"action\":{\"type\":\"roll\"},\"outcome\":{\"yellow\":1,\"red\":1}}";
    for (int round = 0; round < ROUNDS; round++) {
        snprintf(key, sizeof key, "other-%d", round);
        send_at_once(path, key, (const char *const[AT_ONCE]){other, rolls[0], rolls[0]});
        int made = 0, refused = 0;
        for (int i = 0; i < AT_ONCE; i++) {
            made += senders[i].response.status == 201;
            refused += senders[i].response.status == 422;
        }
        ck_assert_int_eq(made + refused, AT_ONCE);
        ck_assert_int_ge(made, 1);
        ck_assert_int_eq(refused, senders[0].response.status == 201 ? 2 : 1);
        free_responses();
        POST_ONLY(&ada, 201, rolls[1], "%s", path);
    }
    for (int i = 0; i < AT_ONCE; i++)
        client_close(&senders[i].client);
}
END_TEST

/* Sends the same move; the response has no body, or that of a move. */
static void ask_minimal(const char *path, const char *prefer, const char *body, int status,
                        bool again) {
    char headers[TOKEN_HEADER_SIZE + 128];
    struct response response;
    bool minimal = status == 204;

    snprintf(headers, sizeof headers, "%sIdempotency-Key: minimal\r\n%s", ada.header, prefer);
    client_ask(&ada.client, &response, "POST", path, headers, body);
    ck_assert_int_eq(response.status, status);
    ck_assert_uint_eq(response.size > 0, !minimal);
    ck_assert_int_eq(strncmp(response_header(&response, "ETag"), "\"3.", 3), 0);
    ck_assert_int_eq(response_header(&response, "Preference-Applied") != NULL, minimal);
    ck_assert_int_eq(response_header(&response, "Idempotency-Replayed") != NULL, again);
    response_free(&response);
}

START_TEST(who_prefers_no_body_gets_none) {
    static const char other[] = "Prefer: respond-async, return=minimally\r\n",
                      minimal[] = "Prefer: wait=10, return=minimal; soon\r\n";
    char game[GAME_ID_SIZE], path[PATH_SIZE], body[BODY_SIZE];

    make_game(&ada,
              "{'mode':'table','rules':{'game':'base','players':3},'board':{'layout':'beginner'}}",
              game);
    json_t *list = GET(&ada, 200, "/v1/games/%s/actions", game);
    char *action = json_dumps(json_array_get(json_object_get(list, "actions"), 0), JSON_COMPACT);
    snprintf(body, sizeof body, "{\"action\":%s}", action);
    under(path, game, "/moves");
    POST_ONLY(&ada, 201, body, "%s", path);
    json_decref(list);
    free(action);
    list = GET(&ada, 200, "/v1/games/%s/actions", game);
    action = json_dumps(json_array_get(json_object_get(list, "actions"), 0), JSON_COMPACT);
    snprintf(body, sizeof body, "{\"action\":%s}", action);
    ask_minimal(path, minimal, body, 204, false);
    ask_minimal(path, minimal, body, 204, true);
    ask_minimal(path, other, body, 201, true); /* the omitted body is still available */
    free(action);
    json_decref(list);
}
END_TEST

static Suite *suite(void) {
    return test_suite("replay",
                      (const struct test_case[]){
                          {"each", each_response_is_given_again, 0, 0, setup, teardown},
                          {"more", a_seat_left_and_moves_in_words_and_lists, 0, 0, setup, teardown},
                          {"at once", the_same_key_at_once_moves_once, 0, 0, setup, teardown},
                          {"minimal", who_prefers_no_body_gets_none, 0, 0, setup, teardown},
                          {"old", a_response_kept_whole_is_given_again, 0, 0, setup, teardown},
                          {0},
                      });
}
TEST_MAIN(suite)
