/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Damage to one game: the server starts, isolates it, and continues with the others. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "service/actor/runner.h"
#include "service/bots/bot.h"
#include "service/cli/cli.h"
#include "service/document/verify.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"
#include "tests/support/sql.h"

/* The damage to the game whose public id is ID; 'G' stands for its number. */
struct damage {
    const char *name;
    const char *fault; /* the label of its counter */
    const char *sql;
    const char
        *sealed_fault; /* the same where the checksums have been made anew; NULL: not to be done */
};
#define EVENT(n) " WHERE id = (G << 20) + " #n
#define GAME     " WHERE id = G"
#define LOG      " WHERE id >> 20 = G"

static const struct damage damages[] = {
    {"garbled event", "checksum",
     "UPDATE events SET body = CAST(substr(body, 1, 2) || x'ffffffffff' AS BLOB)" EVENT(3),
     "event"},
    {"cut event", "checksum", "UPDATE events SET body = substr(body, 1, 3)" EVENT(3), "event"},
    {"unknown kind", "checksum",
     "UPDATE events SET kind = 200, body = CAST(x'c8' || substr(body, 2) AS BLOB)" EVENT(2),
     "event"},
    {"event without bytes", "checksum", "UPDATE events SET body = x''" EVENT(2), NULL},
    {"flipped place", "checksum",
     "UPDATE events SET body = CAST(substr(body, 1, length(body) - 1) || x'35' AS BLOB)" EVENT(3),
     "illegal"},
    {"flipped type", "checksum",
     "UPDATE events SET body = (SELECT body FROM events" EVENT(2) ")" EVENT(3), "illegal"},
    {"another player's", "checksum",
     "UPDATE events SET body = CAST(substr(body, 1, 1) || x'01' || substr(body, 3) AS BLOB)" EVENT(
         2),
     "illegal"},
    {"begun twice", "checksum",
     "UPDATE events SET body = (SELECT body FROM events" EVENT(1) ")" EVENT(4), "illegal"},
    {"another time", "checksum", "UPDATE events SET at = at + 1" EVENT(5), NULL},
    {"event missing", "checksum", "DELETE FROM events" EVENT(3), "checksum"},
    {"last but one missing", "checksum", "DELETE FROM events" EVENT(4), "checksum"},
    {"no log", "log", "DELETE FROM events" LOG, "log"},
    {"set-up without sense", "setup", "UPDATE games SET setup = x'0102030405'" GAME, "setup"},
    {"no set-up", "setup", "UPDATE games SET setup = x''" GAME, "setup"},
    {"cut set-up", "setup", "UPDATE games SET setup = substr(setup, 1, 20)" GAME, "setup"},
    {"another set-up", "setup",
     "UPDATE games SET setup = (SELECT setup FROM games WHERE mode = 0)" GAME, NULL},
    {"another seed", "setup",
     "UPDATE games SET server_seed = CAST(substr(server_seed, 2) || x'00' AS BLOB)" GAME, NULL},
    {"position without sense", "setup", "UPDATE games SET position = '{\"a\":1}'" GAME, "setup"},
    {"position cut", "setup", "UPDATE games SET position = '{\"a\"'" GAME, "setup"},
    {"unknown bot", "setup", "UPDATE seats SET kind = 2, bot = 'x' WHERE game_id = G AND seat = 1",
     "setup"},
    {"unknown kind of seat", "setup", "UPDATE seats SET kind = 9 WHERE game_id = G AND seat = 1",
     "setup"},
    /* the game appears to be over */
    {"end missing", "log", "UPDATE games SET status = 2, finished_at = 1" GAME, "log"},
    /* lists select by these */
    {"unknown status", "setup", "UPDATE games SET status = 9" GAME, "setup"},
    {"unknown mode", "setup", "UPDATE games SET mode = 7" GAME, "setup"},
};
enum { DAMAGES = sizeof damages / sizeof *damages, LISTED = DAMAGES - 2, GOING_ON = LISTED - 1 };

enum { MOVES = 12, CHANGES = 2, CHANGED_GAMES = 24 };

static char hurt[GAME_ID_SIZE], whole[GAME_ID_SIZE], table[GAME_ID_SIZE];
static const struct damage *damage;

static bool bots_err; /* they choose illegal moves */

struct action __real_bot_choose(enum bot_kind kind, const struct setup *setup,
                                const struct game *view, unsigned seat, unsigned offers,
                                struct chance *chance);
struct action __wrap_bot_choose(enum bot_kind kind, const struct setup *setup,
                                const struct game *view, unsigned seat, unsigned offers,
                                struct chance *chance);

struct action __wrap_bot_choose(enum bot_kind kind, const struct setup *setup,
                                const struct game *view, unsigned seat, unsigned offers,
                                struct chance *chance) {
    if (bots_err)
        return (struct action){.type = END_TURN};
    return __real_bot_choose(kind, setup, view, seat, offers, chance);
}

/* Replaces each G of the statement by the game's number. */
static void damage_game(const char *path, const char *text) {
    char sql[1024];
    size_t n = 0;

    for (const char *c = text; *c != '\0' && n < sizeof sql - 80; c++) {
        bool number = *c == 'G' && (c[1] == ' ' || c[1] == '\0') && c[-1] != 'N';

        n += (size_t)snprintf(sql + n, sizeof sql - n,
                              number ? "(SELECT id FROM games WHERE public_id = '%s')" : "%.1s",
                              number ? hurt : c);
    }
    sql_force(path, "%s", sql);
}

static void do_damage(const char *path) {
    damage_game(path, damage->sql);
}

/* The same, as a program without knowledge of the rules would have written it: with valid checksums. */
static void do_sealed_damage(const char *path) {
    damage_game(path, "UPDATE events SET body = substr(body, 1, length(body) - 8)" LOG);
    do_damage(path);
    damage_game(path, "UPDATE events SET body = chained_body(id, at, body)" LOG);
    damage_game(path, "UPDATE games SET checksum = game_checksum(mode, setup, options, position,"
                      " server_seed, commitment)" GAME);
}

static void play_moves(struct person *person, const char *game, unsigned count) {
    struct random random = random_seeded(11);
    char action[ACTION_TEXT_MAX], body[ACTION_TEXT_MAX + 16];

    for (unsigned i = 0; i < count; i++) {
        ck_assert(choose_action(person, &random, game, "", action));
        snprintf(body, sizeof body, "{'action':%s}", action);
        POST_ONLY(person, 201, body, "/v1/games/%s/moves", game);
    }
}

static void set_up(void) {
    static const char at_table[] = "{'mode':'table','rules':{'game':'base','players':2}}";

    people_setup();
    make_game(&ada, at_table, hurt);
    play_moves(&ada, hurt, 4);
    make_game(&ada, at_table, table);
    play_moves(&ada, table, 4);
    make_game(&ada,
              "{'rules':{'game':'base','players':2},'seats':[{'account':'me'},{'bot':'random'}]}",
              whole);
}

static bool is_damaged(const json_t *list, const char *member, const char *game) {
    const json_t *items = json_object_get(list, "items"), *item;
    size_t i;

    json_array_foreach(items, i, item) {
        const json_t *of = member == NULL ? item : json_object_get(item, member);

        if (strcmp(text_at(of, "id"), game) == 0)
            return json_is_true(json_object_get(of, "damaged"));
    }
    ck_abort_msg("%s is not listed", game);
    return false;
}

static void assert_listed(const char *member, const char *path, int cases) {
    json_t *list = GET(&ada, 200, "%s", path);

    if (damage < damages + cases)
        ck_assert_msg(is_damaged(list, member, hurt), "%s does not show it", path);
    ck_assert(!is_damaged(list, member, whole));
    ck_assert(!is_damaged(list, member, table));
    json_decref(list);
}

static void assert_counted(const char *fault) {
    struct response response;
    char line[80];

    client_ask(&nobody.client, &response, "GET", "/metrics", "", NULL);
    snprintf(line, sizeof line, "hexpost_games_aside{fault=\"%s\"} 1\n", fault);
    ck_assert_msg(strstr(response.body, line) != NULL, "%s not counted: %s", fault,
                  strstr(response.body, "hexpost_games_aside{"));
    response_free(&response);
}

static void assert_set_aside(void) {
    static const char *const places[] = {"",        "/view",  "/board",     "/actions", "/events",
                                         "/record", "/recap", "/board.svg", "/analysis"};

    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        assert_problem(GET(&ada, 503, "/v1/games/%s%s", hurt, places[i]), "damaged-game", NULL);
    assert_problem(POST(&ada, 503, "{'action':{'type':'roll'}}", "/v1/games/%s/moves", hurt),
                   "damaged-game", NULL);
}

/* Runs `hexpost check` on the database; its output is in a file. */
static void assert_checked(int status) {
    char *const arguments[] = {"--db", "hexpost.db", NULL};
    char text[8192] = "";
    int out = dup(STDOUT_FILENO), found;
    FILE *file;

    ck_assert_int_ge(out, 0);
    ck_assert_ptr_nonnull(freopen("check.txt", "w+", stdout));
    found = cli_check(2, (char **)arguments);
    fflush(stdout);
    file = fopen("check.txt", "r");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_lt(fread(text, 1, sizeof text - 1, file), sizeof text - 1);
    fclose(file);
    ck_assert_int_ge(dup2(out, STDOUT_FILENO), 0);
    close(out);
    ck_assert_msg(found == status, "%s: %s", damage->name, text);
    ck_assert_msg((strstr(text, hurt) != NULL) == (status != 0), "%s: %s", damage->name, text);
    ck_assert(strstr(text, whole) == NULL && strstr(text, table) == NULL);
}

static void assert_damage_kept(const char *fault) {
    person_back(&ada);
    person_back(&nobody);
    ck_assert(runner_settle(test_app.runner));
    assert_checked(1);
    assert_set_aside();
    assert_counted(fault);
    assert_listed(NULL, "/v1/games", LISTED);
    assert_listed(NULL, "/v1/games?mine=true", LISTED);
    assert_listed(NULL, "/v1/accounts/ada/games", LISTED);
    assert_listed("game", "/v1/me/games", GOING_ON);
    GET_ONLY(&ada, 200, "/v1/accounts/ada/stats");
    GET_ONLY(&ada, 200, "/v1/events");
    play_moves(&ada, table, 3);
    GET_ONLY(&ada, 200, "/v1/games/%s", whole);
    POST_ONLY(&ada, 200, NULL, "/v1/games/%s/resign", whole);
}

START_TEST(damage_is_kept_to_its_game) {
    damage = &damages[_i];
    assert_checked(0);
    test_app_restart(do_damage);
    assert_damage_kept(damage->fault);
}
END_TEST

START_TEST(what_was_never_right_is_kept_to_its_game) {
    damage = &damages[_i];
    if (damage->sealed_fault == NULL)
        return;
    test_app_restart(do_sealed_damage);
    assert_damage_kept(damage->sealed_fault);
}
END_TEST

/* The whole response to a GET, for response_free. */
static struct response get(struct person *person, const char *path) {
    struct response response;

    client_ask(&person->client, &response, "GET", path, person->header, NULL);
    ck_assert_int_ne(response.status, 0);
    return response;
}

static bool is_same(const struct response *a, const struct response *b) {
    return a->status == b->status && a->size == b->size && memcmp(a->body, b->body, a->size) == 0;
}

/* Changes a byte anywhere in the log. */
static struct random chance;

static void change_bytes(const char *path) {
    for (unsigned i = 0; i < CHANGES; i++) {
        unsigned at = random_below(&chance, 8), byte = random_below(&chance, 256);

        sql_force(path,
                  "UPDATE events SET body = CAST(substr(body, 1, %u) || x'%02x' || substr(body, %u)"
                  " AS BLOB) WHERE id = (SELECT id FROM games WHERE public_id = '%s') << 20 | %u",
                  at, byte, at + 2, hurt, 1 + random_below(&chance, MOVES));
    }
}

START_TEST(any_changed_byte_is_found) {
    struct response before, after;
    char path[80];

    chance = random_seeded(1 + (uint64_t)_i);
    play_moves(&ada, hurt, MOVES - 5); /* four are made, and it has begun */
    snprintf(path, sizeof path, "/v1/games/%s/view", hurt);
    before = get(&ada, path);
    test_app_restart(change_bytes);
    person_back(&ada);
    after = get(&ada, path);
    ck_assert(after.status == 503 || is_same(&before, &after)); /* a byte may be unchanged */
    response_free(&before);
    response_free(&after);
    GET_ONLY(&ada, 200, "/v1/games");
    play_moves(&ada, table, 1);
}
END_TEST

/* ---- while the server runs ---- */

/* Only reading the log reveals the damage. */
START_TEST(who_has_a_document_is_told_so_before_the_log_is_read) {
    static const char *const documents[] = {"", "/view"};
    enum { DOCUMENTS = sizeof documents / sizeof *documents };
    char path[80], header[DOCUMENTS][400];
    struct response response;

    for (int i = 0; i < DOCUMENTS; i++) {
        snprintf(path, sizeof path, "/v1/games/%s%s", hurt, documents[i]);
        response = get(&ada, path);
        snprintf(header[i], sizeof header[i], "%sIf-None-Match: %s\r\n", ada.header,
                 response_header(&response, "ETag"));
        response_free(&response);
    }
    damage = &damages[0];
    do_damage("hexpost.db");
    for (int i = 0; i < DOCUMENTS; i++) {
        snprintf(path, sizeof path, "/v1/games/%s%s", hurt, documents[i]);
        client_ask(&ada.client, &response, "GET", path, header[i], NULL);
        ck_assert_int_eq(response.status, 304);
        response_free(&response);
    }
    assert_problem(GET(&ada, 503, "/v1/games/%s", hurt), "damaged-game", NULL);
}
END_TEST

/* Reads of a game, whose id replaces %s, and of many games. */
static const char *const readings[] = {
    "/v1/games/%s",
    "/v1/games/%s/view",
    "/v1/games/%s/view?at=4",
    "/v1/games/%s/board",
    "/v1/games/%s/actions",
    "/v1/games/%s/events",
    "/v1/games/%s/events?limit=2&cursor=2",
    "/v1/games/%s/record",
    "/v1/games/%s/recap",
    "/v1/games/%s/stats",
    "/v1/games/%s/board.svg",
    "/v1/games/%s/board.png?width=200",
    "/v1/events?type=build_road&limit=100",
    "/v1/events?type=build_settlement&limit=100",
    "/v1/games?mine=true",
    "/v1/me/records",
};
enum {
    READINGS = sizeof readings / sizeof *readings,
    OF_ONE_GAME = 12,
    FLIPPED_EVENT = 3,
    BODY_BYTES = 16, /* of that event, including its checksum */
    TIME_BYTES = 6,
    PLACES = BODY_BYTES + TIME_BYTES + 2,
    TIME_MARK_BYTES = 3, /* of the body's: only reads of the time check them */
    LISTED_OF_A_GAME = 4 /* roads, at most */
};

/* Flips one bit of the event's row, in a different byte for each PLACE: body, time, kind, player. */
static void flip_bit(unsigned place) {
    static const char *const columns[] = {"kind = flip_number(kind, 0)",
                                          "player = flip_number(player, 0)"};
    char set[200];

    if (place < BODY_BYTES)
        snprintf(set, sizeof set, "body = flip_bit(body, %u %% (8 * length(body)))",
                 8 * place + place % 8);
    else if (place < BODY_BYTES + TIME_BYTES)
        snprintf(set, sizeof set, "at = flip_number(at, %u)", 8 * (place - BODY_BYTES) + place % 8);
    else
        snprintf(set, sizeof set, "%s", columns[place - BODY_BYTES - TIME_BYTES]);
    sql_force(
        "hexpost.db",
        "UPDATE events SET %s WHERE id = ((SELECT id FROM games WHERE public_id = '%s') << 20)"
        " + %d",
        set, hurt, FLIPPED_EVENT);
}

/* A finished game, as the body of a request that creates it again. */
static char *over_body;

static void set_up_over(void) {
    char id[GAME_ID_SIZE];
    json_t *record;
    char *text;

    people_setup();
    make_game(&grace, "{'mode':'table','rules':{'game':'base','players':2}}", id);
    play_moves(&grace, id, 6);
    json_decref(person_ask(&grace, 204, "DELETE", "", NULL, "/v1/me"));
    ck_assert(runner_settle(test_app.runner));
    record = GET(&ada, 200, "/v1/games/%s/record", id);
    text = json_dumps(record, JSON_COMPACT);
    ck_assert_int_gt(asprintf(&over_body, "{\"mode\":\"table\",\"record\":%s}", text), 0);
    free(text);
    json_decref(record);
    make_game(&ada, over_body, whole);
}

static void tear_down_over(void) {
    free(over_body);
    people_teardown();
}

/* The items of a list, or of records line by line. */
static json_t *read_items(const struct response *response) {
    json_t *list = json_loads(response->body, JSON_DISABLE_EOF_CHECK, NULL), *items;

    ck_assert_int_eq(response->status, 200);
    items = json_incref(json_object_get(list, "items"));
    json_decref(list);
    if (items != NULL)
        return items;
    items = json_array();
    for (const char *at = response->body; *at != '\0'; at = strchr(at, '\n') + 1)
        json_array_append_new(items, json_loads(at, JSON_DISABLE_EOF_CHECK, NULL));
    return items;
}

static bool has_item(const json_t *items, const json_t *wanted) {
    const json_t *item;
    size_t i;

    json_array_foreach(items, i, item) if (json_equal(item, wanted)) return true;
    return false;
}

/* The list is unchanged, except that the game may be missing or reported as damaged. */
static void assert_kept(const struct response *before, const struct response *after,
                        const char *what) {
    json_t *were = read_items(before), *are = read_items(after);
    const json_t *item;
    size_t i, missing = json_array_size(were);

    json_array_foreach(are, i, item) {
        bool same = has_item(were, item);
        const json_t *game = json_object_get(item, "game");

        missing -= same;
        ck_assert_msg(
            same || json_is_true(json_object_get(json_is_object(game) ? game : item, "damaged")),
            "%s shows what is not so", what);
    }
    ck_assert_uint_le(missing, LISTED_OF_A_GAME);
    json_decref(were);
    json_decref(are);
}

START_TEST(a_flipped_bit_is_never_shown) {
    unsigned found = 0;

    for (unsigned place = 0; place < PLACES; place++) {
        struct response before, after;
        char path[120];

        make_game(&ada, over_body, hurt);
        snprintf(path, sizeof path, readings[_i], hurt);
        before = get(&ada, path);
        ck_assert_int_eq(before.status, 200);
        flip_bit(place);
        after = get(&ada, path);
        if (after.status == 503)
            ck_assert_ptr_nonnull(strstr(after.body, "/problems/damaged-game"));
        else if (_i >= OF_ONE_GAME)
            assert_kept(&before, &after, path);
        else
            ck_assert_msg(is_same(&before, &after), "%s, place %u", path, place);
        found += !is_same(&before, &after);
        response_free(&before);
        response_free(&after);
    }
    ck_assert_uint_ge(
        found, strstr(readings[_i], "settlement") != NULL ? 0 : BODY_BYTES - TIME_MARK_BYTES);
    GET_ONLY(&ada, 200, "/v1/games/%s/view", whole);
}
END_TEST

/* The record's text with CHAIN as the value of the member. */
static void assert_verified(const json_t *record, const char *chain, bool ok) {
    json_t *copy = json_deep_copy(record);
    struct verdict verdict;
    char *text;

    ck_assert_int_eq(json_object_set_new(copy, "chain", json_string(chain)), 0);
    text = json_dumps(copy, JSON_COMPACT);
    verify_record(text, strlen(text), &verdict);
    ck_assert_msg(verdict.ok == ok, "%s: %s", chain, verdict.text);
    free(text);
    json_decref(copy);
}

START_TEST(a_record_names_its_log) {
    json_t *record = GET(&ada, 200, "/v1/games/%s/record", whole), *again;
    const char *chain = text_at(record, "chain");
    char other[16];

    make_game(&ada, over_body, hurt);
    again = GET(&ada, 200, "/v1/games/%s/record", hurt);
    ck_assert_str_eq(text_at(again, "chain"), chain);
    json_decref(again);
    assert_verified(record, chain, true);
    snprintf(other, sizeof other, "%s", chain);
    other[3] = other[3] == '0' ? '1' : '0';
    assert_verified(record, other, false);
    assert_verified(record, "0123", false);
    assert_verified(record, "012345678X", false);
    json_decref(record);
}
END_TEST

enum { STREAM_EVENT_SIZE = 16 << 10, STREAM_WAIT_MS = 30000 };

/* False if the game is known to be damaged. */
static bool open_stream(struct client *stream, const char *path, const char *last_id) {
    char request[STREAM_EVENT_SIZE];
    struct response response;
    int status;

    ck_assert(client_open(stream, server_address(test_server)));
    snprintf(request, sizeof request,
             "GET %s HTTP/1.1\r\nHost: a\r\nAccept: text/event-stream\r\n%s%s%s\r\n", path,
             ada.header, last_id, last_id[0] == '\0' ? "" : "\r\n");
    ck_assert(client_text(stream, request));
    client_read_head(stream, &response);
    status = response.status;
    response_free(&response);
    ck_assert(status == 200 || status == 503);
    return status == 200;
}

/* The next event, including its id; false if the stream ends. */
static bool next_event(struct client *stream, char text[STREAM_EVENT_SIZE]) {
    do
        if (!client_event(stream, text, STREAM_EVENT_SIZE, STREAM_WAIT_MS))
            return false;
    while (strstr(text, "data: ") == NULL);
    return true;
}

/* The game's own stream contains the events before the damage, and then ends. */
static void assert_stream_ends(void) {
    char text[STREAM_EVENT_SIZE], path[80];
    struct client stream;

    snprintf(path, sizeof path, "/v1/games/%s/events", hurt);
    for (bool open = open_stream(&stream, path, ""); open && next_event(&stream, text);) {
        const char *seq = strstr(text, "\"seq\":");

        ck_assert_ptr_nonnull(seq);
        ck_assert_int_lt(strtol(seq + strlen("\"seq\":"), NULL, 10), FLIPPED_EVENT);
    }
    client_close(&stream);
}

/* The stream of all games continues with the other one. */
static void assert_stream_goes_on(const char *last_id) {
    char text[STREAM_EVENT_SIZE];
    struct client stream;

    ck_assert(open_stream(&stream, "/v1/me/events", last_id));
    ck_assert(next_event(&stream, text));
    ck_assert_msg(strstr(text, table) != NULL && strstr(text, hurt) == NULL, "%s", text);
    client_close(&stream);
}

START_TEST(streams_leave_a_damaged_game_out) {
    static char text[STREAM_EVENT_SIZE], id[STREAM_EVENT_SIZE] = "Last-Event-ID: ";

    ck_assert(runner_settle(test_app.runner)); /* otherwise bots' moves come in between */
    for (unsigned place = 0; place < BODY_BYTES + TIME_BYTES; place++) {
        struct client stream;
        json_t *list;

        make_game(&ada, "{'mode':'table','rules':{'game':'base','players':2}}", hurt);
        ck_assert(open_stream(&stream, "/v1/me/events", ""));
        play_moves(&ada, hurt, 1);
        ck_assert(next_event(&stream, text));
        ck_assert_int_eq(sscanf(strstr(text, "id: "), "id: %8191[^\n]", strchr(id, ' ') + 1), 1);
        client_close(&stream);
        play_moves(&ada, hurt, 2);
        play_moves(&ada, table, 1);
        flip_bit(place);
        if (place % 2 == 0)
            assert_stream_ends();
        assert_stream_goes_on(id);
        assert_stream_ends();
        list = GET(&ada, 200, "/v1/me/games");
        ck_assert(is_damaged(list, "game", hurt) && !is_damaged(list, "game", table));
        json_decref(list);
    }
}
END_TEST

static void do_nothing(const char *path) {
    (void)path;
}

START_TEST(a_bot_that_errs_stops_its_own_game) {
    ck_assert(runner_settle(test_app.runner));
    bots_err = true;
    make_game(&ada,
              "{'rules':{'game':'base','players':2},'seats':[{'bot':'greedy'},{'bot':'random'}]}",
              hurt);
    ck_assert(runner_settle(test_app.runner));
    assert_set_aside();
    assert_counted("move");
    play_moves(&ada, table, 3);
    bots_err = false;
    test_app_restart(do_nothing);
    person_back(&ada);
    ck_assert(runner_settle(test_app.runner));
    GET_ONLY(&ada, 200, "/v1/games/%s", hurt);
}
END_TEST

#define ROW(name, test, loops)                                                                     \
    { (name), (test), (loops), 0, set_up, people_teardown }

static Suite *suite(void) {
    return test_suite(
        "damage",
        (const struct test_case[]){
            ROW("damage", damage_is_kept_to_its_game, DAMAGES),
            ROW("sealed", what_was_never_right_is_kept_to_its_game, DAMAGES),
            ROW("bytes", any_changed_byte_is_found, CHANGED_GAMES),
            {"readings", a_flipped_bit_is_never_shown, READINGS, 0, set_up_over, tear_down_over},
            {"record", a_record_names_its_log, 0, 0, set_up_over, tear_down_over},
            ROW("same", who_has_a_document_is_told_so_before_the_log_is_read, 0),
            ROW("streams", streams_leave_a_damaged_game_out, 0),
            ROW("bot", a_bot_that_errs_stops_its_own_game, 0),
            {0},
        });
}
TEST_MAIN(suite)
