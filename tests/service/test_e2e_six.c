/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Whole games of six people over HTTP: building between two turns with all three settings (rules ), the
 * second player of a pair, Cities & Knights, and the sea. */
#include <stdio.h>
#include <string.h>

#include "tests/service/e2e_games.h"

static const struct plan plans[] = {
    {"{'rules':{'game':'base','players':6,'victory_points':4,'options':{'turns56':'special_build'}}"
     "}",
     {0, 1, 2, 3, 4, 5},
     true,
     "palpal"},
    {"{'rules':{'game':'cities_and_knights','edition':'ck2022','players':5,'victory_points':5,"
     "'options':{'turns56':'special_build'}}}",
     {2, 4, 0, 5, 1, -1},
     false,
     "alapl"},
    {"{'rules':{'game':'base','players':6,'victory_points':5,'scenario':'new_shores'}}",
     {5, 3, 1, 0, 2, 4},
     false,
     NULL},
    {"{'rules':{'game':'cities_and_knights','players':6,'victory_points':5,'scenario':'new_shores',"
     "'options':{'turns56':'special_build'}}}",
     {3, 4, 5, 0, 1, 2},
     false,
     "laplap"},
};

enum { GAMES = sizeof plans / sizeof *plans };

static void begin(void) {
    games_begin("six.db");
    games_seat(plans, GAMES);
}

static bool is_type(const json_t *event, const char *type) {
    return strcmp(need_text(event, "type"), type) == 0;
}

static bool is_building(const json_t *event) {
    static const char *const types[] = {
        "build_road",      "build_ship",      "build_settlement", "build_city",   "build_knight",
        "build_city_wall", "activate_knight", "promote_knight",   "improve_city", "buy_dev_card"};

    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (is_type(event, types[i]))
            return true;
    return false;
}

/* Players cannot build before they have rolled, so a build between the end of a turn and the next roll is made in a
 * part: by those who are asked, or for those who plan. BUILT counts the latter. */
static void check_parts(int game, struct guest *eve, unsigned *built) {
    bool between = false;
    json_t *events;
    const json_t *event;
    char path[128];
    size_t i;

    snprintf(path, sizeof path, "/v1/games/%.64s/events?after=0", games_ids[game]);
    events = guest_list(eve, path, 100);
    json_array_foreach(events, i, event) {
        between = !is_type(event, "roll") && (between || is_type(event, "end_turn"));
        if (!between || !is_building(event))
            continue;
        char part = games_parts[game][need_int(event, "player")];
        bool ordered = strcmp(need_text(event, "by"), "order") == 0;

        NEED(part != 'p', "somebody who passes has built: %s", need_text(event, "type"));
        NEED(part != 'l' || ordered, "somebody who plans was asked: %s", need_text(event, "type"));
        *built += part == 'l';
    }
    json_decref(events);
}

START_TEST(whole_games_of_six) {
    unsigned lists = 0, put = 0, built = 0;
    struct guest eve;

    games_play();
    guest_meet(&eve, &games_server, "eve");
    eve.random = random_seeded(games_people[0].posted);
    for (int game = 0; game < games_count; game++) {
        games_check(game, &eve);
        if (games_parts[game] != NULL)
            check_parts(game, &eve, &built);
    }
    guest_leave(&eve);
    for (int p = 0; p < PEOPLE; p++) {
        lists += games_people[p].lists;
        put += games_people[p].plans;
    }
    printf("%u lists of builds, %u plans, %u builds made of them\n", lists, put, built);
    ck_assert_uint_gt(lists, 0);
    ck_assert_uint_gt(put, 0);
    ck_assert_uint_gt(built, 0);
}
END_TEST

static Suite *suite(void) {
    return test_suite("e2e_six", (const struct test_case[]){
                                     {"whole_games", whole_games_of_six, .timeout_s = SECONDS_MAX,
                                      .setup = begin, .teardown = games_end},
                                     {0},
                                 });
}
TEST_MAIN(suite)
