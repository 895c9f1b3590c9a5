/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Bots play Cities & Knights, in every edition and variant: their choices are legal, games end, and the searching bot
 * beats the others. */
#include "service/bots/bot.h"

#include <stdio.h>
#include <string.h>

#include "tests/service/bot_table.h"
#include "tests/support/check_main.h"

enum { GREEDY_TURNS_MAX = 600, VARIANT_SETS = 1 << VARIANT_COUNT };

static struct table table;

/* The G-th game of a series cycles through editions, variants and numbers of players. */
static struct rules rules_of(unsigned g, unsigned players) {
    struct rules rules = rules_knights(CK1998 + g % (EDITION_COUNT - CK1998), players);

    rules.variants = (uint8_t)(g / (EDITION_COUNT - CK1998) % VARIANT_SETS);
    return rules;
}

static void open_greedy(unsigned g, uint64_t seed) {
    struct rules rules = rules_of(g, 3 + g % 4);
    if (g % 8 > 3 && rules.players > 4)
        rules.options[OPTION_TURNS56] = TURNS_SPECIAL_BUILD;
    table_open_rules(&table, rules, seed + g);
    for (unsigned s = 0; s < rules.players; s++)
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
    printf("greedy among 4: %u of %u games, %u turns a game\n", wins, (unsigned)GAMES,
           turns / GAMES);
    ck_assert_uint_ge(wins, GAMES * 95 / 100);
}
END_TEST

/* Actions and cards that any bot has used in any game. */
struct presence {
    unsigned types[EVENT_TYPE_COUNT], cards[PROGRESS_COUNT];
};

static void see(struct presence *seen) {
    for (unsigned t = 0; t < EVENT_TYPE_COUNT; t++)
        seen->types[t] += table.types[t];
    for (unsigned c = 0; c < PROGRESS_COUNT; c++)
        seen->cards[c] += table.cards[c];
}

/* Whether bots use actions of that type in Cities & Knights. They answer offers and make none off turn, so there is
 * nothing to counter; and they never resign. */
static bool of_knights(unsigned type) {
    static const uint8_t others[] = {
        COUNTER_TRADE, BUY_DEV_CARD, PLAY_DEV_CARD, RESIGN,           UNDO,
        BUILD_NEUTRAL, FORCED_TRADE, RETURN_CARDS,  ROBBER_TO_DESERT, TRADE_IN_KNIGHT};
    return event_is_action(type) && type < BUILD_SHIP &&
           memchr(others, (int)type, sizeof others) == NULL;
}

static unsigned city_pieces(void) {
    unsigned cities = 0;
    for (unsigned s = 0; s < table.setup.rules.players; s++)
        cities += vertex_set_count(&table.game.players[s].cities) - table.game.players[s].tipped;
    return cities;
}

/* Plays to the end; returns how many cities the barbarians took. */
static unsigned play_counting_lost(void) {
    unsigned lost = 0;
    while (table.game.phase != PHASE_FINISHED) {
        unsigned before = city_pieces();
        table_step(&table);
        lost += city_pieces() < before ? before - city_pieces() : 0;
    }
    return lost;
}

/* Four searching bots use everything in the game, usually hold off the barbarians, and finish. */
START_TEST(greedy_tables_end) {
    enum { GAMES = 128 };
    uint64_t seed = test_seed(62);
    struct presence seen = {{0}, {0}};
    unsigned turns = 0, events = 0, longest = 0, attacks = 0, lost = 0, metropolises = 0;

    for (unsigned g = 0; g < GAMES; g++) {
        open_greedy(g, seed);
        lost += play_counting_lost();
        see(&seen);
        turns += table.game.turn;
        events += table.events;
        attacks += table.game.attacks;
        for (unsigned t = 0; t < TRACK_COUNT; t++)
            metropolises += table.game.metropolis[t] != NONE;
        longest = table.game.turn > longest ? table.game.turn : longest;
        ck_assert_uint_lt(table.game.turn, GREEDY_TURNS_MAX);
    }
    printf("greedy tables: %u turns, %u events a game, %u turns at most; of 100 games: %u attacks, "
           "%u cities lost, %u metropolises\n",
           turns / GAMES, events / GAMES, longest, attacks * 100 / GAMES, lost * 100 / GAMES,
           metropolises * 100 / GAMES);
    ck_assert_uint_lt(turns / GAMES, 120);
    ck_assert_uint_lt(lost, attacks);
    ck_assert_uint_gt(metropolises, GAMES);
    for (unsigned c = 0; c < PROGRESS_COUNT; c++)
        ck_assert_msg(progress_rows[c].point || seen.cards[c] > 0, "nobody played %s",
                      progress_names[c]);
}
END_TEST

/* All properties together, with every action and every card. */
START_TEST(random_tables_do_everything) {
    enum { GAMES = 320 }; /* a sabotaged city is rarely repaired */
    uint64_t seed = test_seed(63);
    struct presence seen = {{0}, {0}};
    unsigned turns = 0, events = 0;

    for (unsigned g = 0; g < GAMES; g++) {
        table_open_rules(&table, rules_of(g, 3 + g % 2), seed + g);
        table_play(&table);
        see(&seen);
        turns += table.game.turn;
        events += table.events;
    }
    printf("random tables: %u turns, %u events a game\n", turns / GAMES, events / GAMES);
    for (unsigned t = 0; t < EVENT_TYPE_COUNT; t++)
        ck_assert_msg(!of_knights(t) || seen.types[t] > 0, "nobody did %s", event_type_name(t));
    for (unsigned c = 0; c < PROGRESS_COUNT; c++)
        ck_assert_msg(progress_rows[c].point || seen.cards[c] > 0, "nobody played %s",
                      progress_names[c]);
}
END_TEST

/* What a bot cannot see must not change what it does. */
START_TEST(hidden_cards_change_nothing) {
    static const enum bot_kind kinds[] = {BOT_GREEDY, BOT_EASY, BOT_HARD};

    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        table_open_rules(&table, rules_knights(CK2022, 4), test_seed(64));
        table_play_blind(&table, kinds[i]);
    }
}
END_TEST

START_TEST(the_same_seed_is_the_same_game) {
    uint64_t seed = test_seed(65), hash = 0;

    for (unsigned i = 0; i < 2; i++) {
        open_greedy(3, seed);
        table_play(&table);
        ck_assert(i == 0 || game_hash(&table.game) == hash);
        hash = game_hash(&table.game);
    }
}
END_TEST

static Suite *suite(void) {
    return test_suite("bots-knights",
                      (const struct test_case[]){
                          {.name = "random_everything", .test = random_tables_do_everything},
                          {.name = "greedy_end", .test = greedy_tables_end},
                          {.name = "greedy_beats_three", .test = greedy_beats_three_random},
                          {.name = "hidden", .test = hidden_cards_change_nothing},
                          {.name = "same", .test = the_same_seed_is_the_same_game},
                          {0},
                      });
}

TEST_MAIN(suite)
