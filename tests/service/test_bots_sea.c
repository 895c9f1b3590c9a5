/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Bots at sea: the greedy one builds and moves ships, settles islands, robs with the pirate and takes gold; it wins
 * against random ones, and no game goes on forever. */
#include "service/bots/bot.h"
#include "service/bots/match.h"
#include "tests/support/check_main.h"
#include "tests/support/random_game.h"

enum { GAMES = 12, TURNS_MAX = 300 };

static unsigned greedy_seats, seen;

/* What a greedy bot has done at sea: a bit for each kind of action. */
static void watch(struct match *match, unsigned seat, const struct action *action) {
    const unsigned types[] = {BUILD_SHIP,   MOVE_SHIP,    MOVE_PIRATE,    CHOOSE_GOLD,
                              BUILD_WONDER, PLACE_HARBOR, ATTACK_FORTRESS};

    (void)match;
    for (unsigned i = 0; i < sizeof types / sizeof *types; i++)
        if (action->type == types[i] && greedy_seats >> seat & 1)
            seen |= 1u << i;
}

START_TEST(greedy_wins_at_sea) {
    static struct match match;
    unsigned long long seed = test_seed(7);
    unsigned won = 0, islands = 0, cloth = 0;

    seen = 0;
    for (unsigned g = 0; g < GAMES * MAP_SCENARIOS; g++) {
        unsigned players = 3 + g % 4;

        ck_assert(match_open(&match, rules_sea(map_scenarios[g / GAMES], players), seed + g));
        greedy_seats = 1u << g % players;
        for (unsigned s = 0; s < players; s++)
            match.kinds[s] = greedy_seats >> s & 1 ? BOT_GREEDY : BOT_RANDOM;
        match.watch = watch;
        ck_assert_int_eq(match_play(&match), MATCH_WON);
        ck_assert_uint_le(match.game.turn, TURNS_MAX);
        won += greedy_seats >> match.game.winner & 1;
        islands += match.game.players[g % players].island_points;
        cloth += match.game.players[g % players].cloth;
    }
    ck_assert_msg(won * 100 >= 95 * GAMES * MAP_SCENARIOS, "greedy won %u of %d", won,
                  (int)(GAMES * MAP_SCENARIOS));
    ck_assert_uint_gt(islands, GAMES);
    ck_assert_uint_gt(cloth, GAMES);
    ck_assert_uint_eq(seen & 1, 1);
    ck_assert_msg(seen >> 2 & 1, "it never robs with the pirate");
    ck_assert_msg(seen >> 3 & 1, "it never takes gold");
    ck_assert_msg(seen >> 4 & 1, "it never builds a wonder");
    ck_assert_msg(seen >> 5 & 1, "it never places a harbor");
    ck_assert_msg(seen >> 6 & 1, "it never attacks its fortress");
}
END_TEST

/* Nobody wins before their fortress is free, but games still end (S-142). */
START_TEST(fortresses_are_freed) {
    static struct match match;
    unsigned long long seed = test_seed(13);
    unsigned players = 3 + (unsigned)_i % 4;

    ck_assert(match_open(&match, rules_sea(SCENARIO_PIRATE_ISLANDS, players), seed + (unsigned)_i));
    for (unsigned s = 0; s < players; s++)
        match.kinds[s] = BOT_GREEDY;
    ck_assert_int_eq(match_play(&match), MATCH_WON);
    ck_assert_uint_le(match.game.turn, TURNS_MAX);
    ck_assert_uint_eq(match.game.players[match.game.winner].fortress, 0);
}
END_TEST

/* Cities & Knights at sea ends as well, in every edition. */
START_TEST(knights_at_sea_end) {
    static struct match match;
    unsigned long long seed = test_seed(11);
    unsigned scenario = _i % 2 == 0 ? SCENARIO_NEW_SHORES : SCENARIO_DESERT;
    unsigned players = 3 + (unsigned)_i % 4, edition = CK1998 + (unsigned)_i % 4;

    ck_assert(
        match_open(&match, rules_knights_sea(edition, scenario, players), seed + (unsigned)_i));
    for (unsigned s = 0; s < players; s++)
        match.kinds[s] = BOT_GREEDY;
    ck_assert_int_eq(match_play(&match), MATCH_WON);
    ck_assert_uint_le(match.game.turn, TURNS_MAX);
}
END_TEST

static Suite *suite(void) {
    return test_suite("bots sea", (const struct test_case[]){
                                      {"greedy", greedy_wins_at_sea, 0, 0, NULL, NULL},
                                      {"fortress", fortresses_are_freed, 12, 0, NULL, NULL},
                                      {"knights", knights_at_sea_end, 8, 0, NULL, NULL},
                                      {0},
                                  });
}

TEST_MAIN(suite)
