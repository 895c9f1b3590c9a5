/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Damage to one game: the server starts, sets it aside, and goes on with the others. */
#include <stdio.h>
#include <string.h>

#include "service/actor/runner.h"
#include "service/bots/bot.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"
#include "tests/support/sql.h"

/* What is done to the game whose public id is ID; 'G' stands for its number. */
struct damage {
    const char *name;
    const char *fault; /* as it is counted */
    const char *sql;
};
#define EVENT(n) " WHERE id = (G << 20) + " #n
#define GAME     " WHERE id = G"

static const struct damage damages[] = {
    {"garbled event", "event",
     "UPDATE events SET body = CAST(substr(body, 1, 2) || x'ffffffffff' AS BLOB)" EVENT(3)},
    {"cut event", "event", "UPDATE events SET body = substr(body, 1, 3)" EVENT(3)},
    {"unknown kind", "event",
     "UPDATE events SET kind = 200, body = CAST(x'c8' || substr(body, 2) AS BLOB)" EVENT(2)},
    {"event without bytes", "log", "UPDATE events SET body = x''" EVENT(2)},
    {"flipped place", "illegal",
     "UPDATE events SET body = CAST(substr(body, 1, length(body) - 1) || x'35' AS BLOB)" EVENT(3)},
    {"flipped type", "illegal",
     "UPDATE events SET body = (SELECT body FROM events" EVENT(2) ")" EVENT(3)},
    {"another player's", "illegal",
     "UPDATE events SET body = CAST(substr(body, 1, 1) || x'01' || substr(body, 3) AS BLOB)" EVENT(
         2)},
    {"begun twice", "illegal",
     "UPDATE events SET body = (SELECT body FROM events" EVENT(1) ")" EVENT(4)},
    {"event missing", "illegal", "DELETE FROM events" EVENT(3)},
    {"last but one missing", "illegal", "DELETE FROM events" EVENT(4)},
    {"no log", "log", "DELETE FROM events WHERE id >> 20 = G"},
    {"set-up without sense", "setup", "UPDATE games SET setup = x'0102030405'" GAME},
    {"no set-up", "setup", "UPDATE games SET setup = x''" GAME},
    {"cut set-up", "setup", "UPDATE games SET setup = substr(setup, 1, 20)" GAME},
    {"position without sense", "setup", "UPDATE games SET position = '{\"a\":1}'" GAME},
    {"position cut", "setup", "UPDATE games SET position = '{\"a\"'" GAME},
    {"unknown bot", "setup", "UPDATE seats SET kind = 2, bot = 'x' WHERE game_id = G AND seat = 1"},
    {"unknown kind of seat", "setup", "UPDATE seats SET kind = 9 WHERE game_id = G AND seat = 1"},
    /* the game is over, it seems */
    {"end missing", "log", "UPDATE games SET status = 2, finished_at = 1" GAME},
    /* by these lists choose */
    {"unknown status", "setup", "UPDATE games SET status = 9" GAME},
    {"unknown mode", "setup", "UPDATE games SET mode = 7" GAME},
};
enum { DAMAGES = sizeof damages / sizeof *damages, LISTED = DAMAGES - 2, GOING_ON = LISTED - 1 };

enum { MOVES = 12, CHANGES = 2, CHANGED_GAMES = 24 };

static char hurt[GAME_ID_SIZE], whole[GAME_ID_SIZE], table[GAME_ID_SIZE];
static const struct damage *damage;

static bool bots_err; /* they choose what nobody may */

struct action __real_bot_choose(enum bot_kind kind, const struct setup *setup,
                                const struct game *view, unsigned seat, struct chance *chance);
struct action __wrap_bot_choose(enum bot_kind kind, const struct setup *setup,
                                const struct game *view, unsigned seat, struct chance *chance);

struct action __wrap_bot_choose(enum bot_kind kind, const struct setup *setup,
                                const struct game *view, unsigned seat, struct chance *chance) {
    if (bots_err)
        return (struct action){.type = END_TURN};
    return __real_bot_choose(kind, setup, view, seat, chance);
}

/* Puts the game's number for each G of the statement. */
static void do_damage(const char *path) {
    char sql[1024];
    size_t n = 0;

    for (const char *c = damage->sql; *c != '\0' && n < sizeof sql - 80; c++) {
        bool number = *c == 'G' && (c[1] == ' ' || c[1] == '\0') && c[-1] != 'N';

        n += (size_t)snprintf(sql + n, sizeof sql - n,
                              number ? "(SELECT id FROM games WHERE public_id = '%s')" : "%.1s",
                              number ? hurt : c);
    }
    sql_force(path, "%s", sql);
}

static void play_moves(const char *game, unsigned count) {
    struct random random = random_seeded(11);
    char action[ACTION_TEXT_MAX], body[ACTION_TEXT_MAX + 16];

    for (unsigned i = 0; i < count; i++) {
        ck_assert(choose_action(&ada, &random, game, "", action));
        snprintf(body, sizeof body, "{'action':%s}", action);
        POST_ONLY(&ada, 201, body, "/v1/games/%s/moves", game);
    }
}

static void set_up(void) {
    static const char at_table[] = "{'mode':'table','rules':{'game':'base','players':2}}";

    people_setup();
    make_game(&ada, at_table, hurt);
    play_moves(hurt, 4);
    make_game(&ada, at_table, table);
    play_moves(table, 4);
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
    static const char *const places[] = {"",        "/view",   "/board", "/actions",
                                         "/events", "/record", "/recap", "/board.svg"};

    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        assert_problem(GET(&ada, 503, "/v1/games/%s%s", hurt, places[i]), "damaged-game", NULL);
    assert_problem(POST(&ada, 503, "{'action':{'type':'roll'}}", "/v1/games/%s/moves", hurt),
                   "damaged-game", NULL);
}

START_TEST(damage_is_kept_to_its_game) {
    damage = &damages[_i];
    test_app_restart(do_damage);
    person_back(&ada);
    person_back(&nobody);
    ck_assert(runner_settle(test_app.runner));
    assert_set_aside();
    assert_counted(damage->fault);
    assert_listed(NULL, "/v1/games", LISTED);
    assert_listed(NULL, "/v1/games?mine=true", LISTED);
    assert_listed(NULL, "/v1/accounts/ada/games", LISTED);
    assert_listed("game", "/v1/me/games", GOING_ON);
    GET_ONLY(&ada, 200, "/v1/accounts/ada/stats");
    GET_ONLY(&ada, 200, "/v1/events");
    play_moves(table, 3);
    GET_ONLY(&ada, 200, "/v1/games/%s", whole);
    POST_ONLY(&ada, 200, NULL, "/v1/games/%s/resign", whole);
}
END_TEST

/* Another byte anywhere in the log: what comes of it may be a game that can be. */
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

START_TEST(any_changed_byte_is_survived) {
    struct response response;
    char path[80];

    chance = random_seeded(1 + (uint64_t)_i);
    play_moves(hurt, MOVES - 5); /* four are made, and it has begun */
    test_app_restart(change_bytes);
    person_back(&ada);
    snprintf(path, sizeof path, "/v1/games/%s/view", hurt);
    client_ask(&ada.client, &response, "GET", path, ada.header, NULL);
    ck_assert(response.status == 200 || response.status == 503);
    response_free(&response);
    GET_ONLY(&ada, 200, "/v1/games");
    play_moves(table, 1);
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
    play_moves(table, 3);
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
    return test_suite("damage", (const struct test_case[]){
                                    ROW("damage", damage_is_kept_to_its_game, DAMAGES),
                                    ROW("bytes", any_changed_byte_is_survived, CHANGED_GAMES),
                                    ROW("bot", a_bot_that_errs_stops_its_own_game, 0),
                                    {0},
                                });
}
TEST_MAIN(suite)
