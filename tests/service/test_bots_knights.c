/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Bots play Cities & Knights, in every edition and variant: what they choose is legal, games end,
 * and the bot that thinks beats those that do not. */
#include "service/bots/bot.h"

#include <stdio.h>
#include <string.h>

#include "tests/service/bot_table.h"
#include "tests/support/check_main.h"

enum { GREEDY_TURNS_MAX = 600, VARIANT_SETS = 1 << VARIANT_COUNT };

static struct table table;

/* The G-th game of a series goes through editions, variants and numbers of players. */
static struct rules rules_of(unsigned g, unsigned players) {
    struct rules rules = rules_knights(CK1998 + g % (EDITION_COUNT - CK1998), players);

    rules.variants = (uint8_t)(g / (EDITION_COUNT - CK1998) % VARIANT_SETS);
    return rules;
}

static void open_greedy(unsigned g, uint64_t seed) {
    table_open_rules(&table, rules_of(g, 4 - g % 2), seed + g);
    for (unsigned s = 0; s < 4; s++)
        table.kinds[s] = BOT_GREEDY;
}

START_TEST(greedy_beats_three_random) {
    enum { GAMES = 200 };
    uint64_t seed = test_seed(61);
    unsigned wins = 0, turns = 0;

    for (unsigned g = 0; g < GAMES; g++) {
        table_open_rules(&table, rules_of(g, 4), seed + g);
        table.kinds[g % 4] = BOT_GREEDY;
        wins += table_play(&table) == g % 4;
        turns += table.game.turn;
    }
    printf("greedy among 4: %u of %u games, %u turns a game\n", wins, GAMES, turns / GAMES);
    ck_assert_uint_ge(wins, GAMES * 95 / 100);
}
END_TEST

START_TEST(greedy_tables_end) {
    enum { GAMES = 128 };
    uint64_t seed = test_seed(62);
    unsigned turns = 0, events = 0, longest = 0;

    for (unsigned g = 0; g < GAMES; g++) {
        open_greedy(g, seed);
        table_play(&table);
        turns += table.game.turn;
        events += table.events;
        longest = table.game.turn > longest ? table.game.turn : longest;
        ck_assert_uint_lt(table.game.turn, GREEDY_TURNS_MAX);
    }
    printf("greedy tables: %u turns, %u events a game, %u turns at most\n", turns / GAMES,
           events / GAMES, longest);
    ck_assert_uint_lt(turns / GAMES, 120);
}
END_TEST

START_TEST(random_tables_end) {
    enum { GAMES = 32 };
    uint64_t seed = test_seed(63);
    unsigned turns = 0, events = 0;

    for (unsigned g = 0; g < GAMES; g++) {
        table_open_rules(&table, rules_of(g, 3 + g % 2), seed + g);
        table_play(&table);
        turns += table.game.turn;
        events += table.events;
    }
    printf("random tables: %u turns, %u events a game\n", turns / GAMES, events / GAMES);
}
END_TEST

static Suite *suite(void) {
    return test_suite("bots-knights",
                      (const struct test_case[]){
                          {.name = "random_end", .test = random_tables_end},
                          {.name = "greedy_end", .test = greedy_tables_end},
                          {.name = "greedy_beats_three", .test = greedy_beats_three_random},
                          {0},
                      });
}

TEST_MAIN(suite)
