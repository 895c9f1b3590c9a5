/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The opening explorer, against the records of the same games. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/actor/runner.h"
#include "service/game/openings.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"
#include "tests/support/sql.h"

enum { TEXT_SIZE = 200, HEXES = 3 };

/* A game that bots play to its end, and its record. */
static json_t *play_game(const char *game, const char *more, char id[GAME_ID_SIZE]) {
    char body[300];

    snprintf(body, sizeof body,
             "{'rules':{'game':'%s','players':3}%s,"
             "'seats':[{'bot':'random'},{'bot':'greedy'},{'bot':'random'}]}",
             game, more);
    make_game(&ada, body, id);
    ck_assert(runner_settle(test_app.runner));
    return GET(&ada, 200, "/v1/games/%s/record", id);
}

/* ---- the record ---- */

/* The hexes around an intersection in the query's format, "" if none produces anything. */
static void hexes_of(const json_t *record, int vertex, char text[TEXT_SIZE]) {
    static const char *const terrains[] = {"hills", "forest", "pasture", "fields", "mountains"};
    static const char *const kinds[] = {"brick", "lumber", "wool", "grain", "ore"};
    const json_t *board = json_object_get(record, "board");
    const json_t *around = json_object_get(
        json_array_get(json_object_get(board, "vertices"), (size_t)vertex), "hexes");
    const json_t *hex;
    size_t i;

    text[0] = '\0';
    json_array_foreach(json_object_get(board, "hexes"), i, hex) for (size_t k = 0; k < HEXES; k++) {
        const json_t *at = json_array_get(around, k);

        if (json_integer_value(json_array_get(at, 0)) != number_at(hex, "q") ||
            json_integer_value(json_array_get(at, 1)) != number_at(hex, "r"))
            continue;
        for (size_t t = 0; t < sizeof kinds / sizeof *kinds; t++)
            if (strcmp(terrains[t], text_at(hex, "terrain")) == 0)
                snprintf(text + strlen(text), TEXT_SIZE - strlen(text), "%s%s-%lld",
                         text[0] == '\0' ? "" : ",", kinds[t], number_at(hex, "number"));
    }
}

/* Where a seat placed its Nth piece of the set-up. */
static int place_of(const json_t *record, int seat, int n) {
    const json_t *event;
    size_t i;

    json_array_foreach(json_object_get(record, "events"), i, event) {
        const json_t *action = json_object_get(event, "action");
        const char *type = json_string_value(json_object_get(action, "type"));

        if (type != NULL && json_integer_value(json_object_get(event, "player")) == seat &&
            (strcmp(type, "build_settlement") == 0 || strcmp(type, "build_city") == 0) && n-- == 0)
            return (int)number_at(action, "vertex");
    }
    ck_abort_msg("seat %d has not set up", seat);
}

/* ---- the explorer ---- */

static long long counted(const char *member, const char *query) {
    json_t *answer = GET(&nobody, 200, "/v1/openings?%s", query);
    long long n = number_at(answer, member), sum = 0;
    const json_t *row;
    size_t i;

    json_array_foreach(json_object_get(answer, "by"), i, row) sum += number_at(row, member);
    ck_assert_int_eq(sum, n);
    json_decref(answer);
    return n;
}

/* Queries exactly that settlement of that seat, with each way to group. */
static void assert_counted(const json_t *record, const char *game, int seat, int n) {
    static const char *const by[] = {"dots", "resources", "harbor", "seat", "pair"};
    static const char *const settlements[] = {"first", "second"};
    long long first = number_at(record, "first");
    bool won = number_at(json_object_get(record, "result"), "winner") == seat;
    char hexes[TEXT_SIZE], query[2 * TEXT_SIZE];

    hexes_of(record, place_of(record, seat, n), hexes);
    for (size_t i = 0; i < sizeof by / sizeof *by; i++) {
        snprintf(query, sizeof query, "game=%s&players=3&seat=%lld&settlement=%s&hexes=%s&by=%s",
                 game, (seat + 3 - first) % 3, settlements[n], hexes, by[i]);
        ck_assert_int_eq(counted("games", query), 1);
        ck_assert_int_eq(counted("won", query), won);
    }
}

START_TEST(a_game_is_counted_as_its_record_says) {
    static const char *const games[] = {"base", "cities_and_knights"};
    char id[GAME_ID_SIZE], hexes[TEXT_SIZE], query[2 * TEXT_SIZE];
    json_t *record = play_game(games[_i], "", id);

    ck_assert_int_eq(counted("games", ""), 3);
    ck_assert_int_eq(counted("won", ""), 1);
    ck_assert_int_eq(counted("games", "settlement=second&by=pair"), 3);
    for (int seat = 0; seat < 3; seat++)
        for (int n = 0; n < 2; n++)
            assert_counted(record, games[_i], seat, n);
    /* each hex by itself, whatever the others are; and not together with an absent one */
    hexes_of(record, place_of(record, 0, 0), hexes);
    for (char *rest, *hex = strtok_r(hexes, ",", &rest); hex != NULL;
         hex = strtok_r(NULL, ",", &rest)) {
        snprintf(query, sizeof query, "hexes=%s&seat=%lld", hex,
                 (3 - number_at(record, "first")) % 3);
        ck_assert_int_eq(counted("games", query), 1);
        snprintf(query, sizeof query, "hexes=%s,gold-2", hex);
        ck_assert_int_eq(counted("games", query), 0);
    }
    ck_assert_int_eq(counted("games", _i == 0 ? "game=cities_and_knights" : "game=base"), 0);
    ck_assert_int_eq(counted("games", "players=4"), 0);
    json_decref(record);
}
END_TEST

START_TEST(only_public_games_that_were_won_count) {
    char id[GAME_ID_SIZE], body[] = "{'rules':{'game':'base','players':2}}";

    json_decref(play_game("base", ",'visibility':'private'", id));
    ck_assert_int_eq(counted("games", ""), 0);
    json_decref(play_game("base", ",'visibility':'unlisted'", id));
    ck_assert_int_eq(counted("games", ""), 0);
    make_game(&ada, body, id);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", id);
    POST_ONLY(&ada, 200, NULL, "/v1/games/%s/resign", id);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/resign", id);
    ck_assert_int_eq(counted("games", ""), 0);
}
END_TEST

START_TEST(games_of_before_are_counted_once) {
    char id[GAME_ID_SIZE];
    json_t *before, *after;

    json_decref(play_game("base", "", id));
    json_decref(play_game("cities_and_knights", "", id));
    json_decref(play_game("base", ",'visibility':'private'", id));
    before = GET(&nobody, 200, "/v1/openings?by=resources");
    sql_force("hexpost.db", "DELETE FROM openings");
    ck_assert_int_eq(counted("games", ""), 0);
    sql_force("hexpost.db", "INSERT INTO openings_missing (game_id) SELECT id FROM games");
    ck_assert_int_eq(openings_catch_up(&test_app, 0), CHORE_DONE);
    after = GET(&nobody, 200, "/v1/openings?by=resources");
    ck_assert(json_equal(before, after));
    json_decref(after);
    ck_assert_int_eq(openings_catch_up(&test_app, 0), CHORE_DONE);
    after = GET(&nobody, 200, "/v1/openings?by=resources");
    ck_assert(json_equal(before, after));
    json_decref(after);
    json_decref(before);
}
END_TEST

START_TEST(an_interval_is_wilson_s) {
    json_t *answer = GET(&nobody, 200, "/v1/openings"), *interval;
    struct store_opening many = {.games = 412, .won = 121};
    char insert[TEXT_SIZE];

    interval = json_object_get(answer, "interval");
    ck_assert_double_eq(json_number_value(json_array_get(interval, 0)), 0);
    ck_assert_double_eq(json_number_value(json_array_get(interval, 1)), 1);
    json_decref(answer);
    many.key = opening_pack(&(struct opening_key){.players = 4, .dots = 10});
    snprintf(insert, sizeof insert, "INSERT INTO openings VALUES (%lld, %lld, %lld)",
             (long long)many.key, (long long)many.games, (long long)many.won);
    sql_force("hexpost.db", "%s", insert);
    answer = GET(&nobody, 200, "/v1/openings?players=4");
    interval = json_object_get(answer, "interval");
    ck_assert_double_eq_tol(json_number_value(json_array_get(interval, 0)), 0.2518, 1e-9);
    ck_assert_double_eq_tol(json_number_value(json_array_get(interval, 1)), 0.3394, 1e-9);
    ck_assert_str_eq(text_at(json_array_get(json_object_get(answer, "by"), 0), "key"), "10");
    json_decref(answer);
}
END_TEST

START_TEST(a_key_says_all_that_was_put_into_it) {
    struct random random = random_seeded(7);

    for (int i = 0; i < 10000; i++) {
        struct opening_key key = {.settlement = random_below(&random, 2),
                                  .form = random_below(&random, OPENING_FORMS),
                                  .game = random_below(&random, GAME_KIND_COUNT),
                                  .players = 2 + random_below(&random, 5),
                                  .order = random_below(&random, SEAT_MAX),
                                  .harbor = random_below(&random, HARBOR_KIND_COUNT + 1)};
        struct opening_key back;
        int64_t first, last, packed;

        for (unsigned h = 0; h < OPENING_HEXES; h++)
            key.hexes[h] = (uint8_t)random_below(&random, OPENING_KINDS << 4);
        if (key.form == OPENING_PAIR)
            key.covered = random_below(&random, 1 << OPENING_KINDS);
        else {
            key.dots = random_below(&random, 16);
            key.brings = random_below(&random, 512);
        }
        packed = opening_pack(&key);
        opening_unpack(packed, &back);
        ck_assert_mem_eq(key.hexes, back.hexes, sizeof key.hexes);
        ck_assert(key.settlement == back.settlement && key.form == back.form &&
                  key.game == back.game && key.players == back.players && key.order == back.order &&
                  key.harbor == back.harbor && key.dots == back.dots && key.brings == back.brings &&
                  key.covered == back.covered);
        opening_range(&key, &first, &last);
        ck_assert(first <= packed && packed <= last);
        key.hexes[2] ^= 1;
        ck_assert(opening_pack(&key) < first || opening_pack(&key) > last);
    }
}
END_TEST

START_TEST(wrong_questions_are_named) {
    static const char *const wrong[] = {
        "game=chess", "players=7",       "seat=6",
        "hexes=ore",  "hexes=ore-7",     "hexes=ore-1",
        "hexes=or-8", "hexes=ore-8wool", "hexes=ore-8,ore-8,ore-8,ore-8",
        "harbor=x",   "by=luck",         "settlement=third"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char name[20];

        snprintf(name, sizeof name, "%.*s", (int)strcspn(wrong[i], "="), wrong[i]);
        assert_problem(GET(&nobody, 422, "/v1/openings?%s", wrong[i]), "invalid", name);
    }
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "openings",
        (const struct test_case[]){
            {"record", a_game_is_counted_as_its_record_says, 2, 60, people_setup, people_teardown},
            {"public", only_public_games_that_were_won_count, 0, 60, people_setup, people_teardown},
            {"before", games_of_before_are_counted_once, 0, 60, people_setup, people_teardown},
            {"interval", an_interval_is_wilson_s, 0, 0, people_setup, people_teardown},
            {"key", a_key_says_all_that_was_put_into_it, 0, 0, NULL, NULL},
            {"wrong", wrong_questions_are_named, 0, 0, people_setup, people_teardown},
            {0},
        });
}
TEST_MAIN(suite)
