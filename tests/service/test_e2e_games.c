/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Whole games of the base game, several at once. */
#include "tests/service/e2e_games.h"

static const struct plan plans[] = {
    {"{'rules':{'game':'base','players':3,'combined_phases':false}}", {0, 1, 2, -1}, false, NULL},
    {"{'rules':{'game':'base','players':4}}", {1, 2, 3, 0, -1}, true, NULL},
    {"{'rules':{'game':'base','players':2}}", {2, 0, -1, -1}, true, NULL},
    {"{'rules':{'game':'base','players':2,'combined_phases':false},'board':{'layout':'beginner'}}",
     {3, 1, -1, -1},
     false,
     NULL},
    {"{'rules':{'game':'base','players':4,'combined_phases':false,'victory_points':8},"
     "'board':{'layout':'random','numbers':'random'}}",
     {3, 0, 1, 2, -1},
     false,
     NULL},
    {"{'rules':{'game':'base','players':4},'board':{'layout':'beginner'},"
     "'seats':[{'account':'me'},{'open':true},{'bot':'greedy'},{'bot':'random'}]}",
     {2, 3, -1, -1},
     false,
     NULL},
    {"{'rules':{'game':'base','players':6}}", {4, 0, 5, 1, 3, 2}, true, NULL},
    {"{'rules':{'game':'base','players':5,'victory_points':8,'combined_phases':false,"
     "'options':{'turns56':'paired'}},'board':{'layout':'beginner'}}",
     {5, 4, 3, 2, 1, -1},
     false,
     NULL},
};

enum { GAMES = sizeof plans / sizeof *plans };

static void begin(void) {
    games_begin("games.db");
    games_seat_share(plans, GAMES);
}

START_TEST(whole_games_by_several_people_at_once) {
    struct guest eve;

    games_play();
    guest_meet(&eve, &games_server, "eve");
    eve.random = random_seeded(games_people[0].posted);
    for (int game = 0; game < games_count; game++)
        games_check(game, &eve);
    guest_leave(&eve);
}
END_TEST

static Suite *suite(void) {
    return test_suite("e2e_games",
                      (const struct test_case[]){
                          {"whole_games", whole_games_by_several_people_at_once,
                           .timeout_s = SECONDS_MAX, .setup = begin, .teardown = games_end},
                          {0},
                      });
}
TEST_MAIN(suite)
