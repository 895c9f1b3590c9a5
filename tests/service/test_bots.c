/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Bots play whole games against each other through the engine: every choice must be legal, every game must end, and the
 * searching bot must beat the others. */
#include "service/bots/bot.h"

#include <stdio.h>
#include <string.h>

#include "engine/scenario.h"
#include "service/bots/match.h"
#include "tests/service/bot_table.h"
#include "tests/support/check_main.h"
#include "tests/support/random_game.h"

enum { GREEDY_TURNS_MAX = 600 };

static struct table table;

/* Games of PLAYERS; one greedy bot in changing seats, the rest random. */
static unsigned greedy_wins(unsigned players, unsigned games, uint64_t seed) {
    unsigned wins = 0;

    for (unsigned g = 0; g < games; g++) {
        table_open(&table, players, g % 3 != 0, seed + g);
        table.kinds[g % players] = BOT_GREEDY;
        wins += table_play(&table) == g % players;
    }
    printf("greedy among %u: %u of %u games\n", players, wins, games);
    return wins;
}

START_TEST(greedy_beats_three_random) {
    const unsigned games = test_share(1000);
    ck_assert_uint_ge(greedy_wins(4, games, test_seed(11)), games * 95 / 100);
}
END_TEST

START_TEST(greedy_beats_one_random) {
    const unsigned games = test_share(1000);
    ck_assert_uint_ge(greedy_wins(2, games, test_seed(22)), games * 95 / 100);
}
END_TEST

START_TEST(greedy_tables_end) {
    const unsigned games = test_share(600);
    uint64_t seed = test_seed(33);
    unsigned turns = 0, events = 0, offers = 0, accepted = 0, wins[4] = {0};

    ck_assert_uint_gt(games, 0);
    for (unsigned g = 0; g < games; g++) {
        table_open(&table, 3 + g % 2, g % 3 != 0, seed + g);
        for (unsigned s = 0; s < 4; s++)
            table.kinds[s] = BOT_GREEDY;
        wins[table_play(&table)]++;
        turns += table.game.turn;
        events += table.events;
        offers += table.offers;
        accepted += table.accepted;
        ck_assert_uint_lt(table.game.turn, GREEDY_TURNS_MAX);
    }
    printf("greedy tables: %u turns, %u events, %u offers, %u accepted a game; wins %u %u %u %u\n",
           turns / games, events / games, offers / games, accepted / games, wins[0], wins[1],
           wins[2], wins[3]);
    ck_assert_uint_lt(turns / games, 120);
}
END_TEST

/* Five and six players, paired and with special building. */
START_TEST(large_tables_end) {
    enum { GAMES = 120 };
    uint64_t seed = test_seed(66);
    unsigned turns = 0, events = 0;

    for (unsigned g = 0; g < GAMES; g++) {
        struct rules rules = rules_base(5 + g % 2);
        rules.options[OPTION_TURNS56] = g / 2 % 2 ? TURNS_SPECIAL_BUILD : TURNS_PAIRED;
        table_open_rules(&table, rules, seed + g);
        for (unsigned s = 0; s < rules.players; s++)
            table.kinds[s] = BOT_GREEDY;
        table_play(&table);
        turns += table.game.turn;
        events += table.events;
        ck_assert_uint_lt(table.game.turn, GREEDY_TURNS_MAX);
    }
    printf("greedy tables of five and six: %u turns, %u events a game\n", turns / GAMES,
           events / GAMES);
}
END_TEST

START_TEST(greedy_beats_five_random) {
    const unsigned games = test_share(200);
    ck_assert_uint_ge(greedy_wins(6, games, test_seed(77)), games * 95 / 100);
}
END_TEST

START_TEST(random_tables_end) {
    enum { GAMES = 100 };
    uint64_t seed = test_seed(44);
    unsigned turns = 0, events = 0;

    for (unsigned g = 0; g < GAMES; g++) {
        table_open(&table, 2 + g % 3, g % 2 == 0, seed + g);
        table_play(&table);
        turns += table.game.turn;
        events += table.events;
    }
    printf("random tables: %u turns, %u events a game\n", turns / GAMES, events / GAMES);
}
END_TEST

/* Any mixture, with any number of players, in strict phases too. */
START_TEST(mixed_tables_end) {
    enum { GAMES = 60 };
    uint64_t seed = test_seed(66);

    for (unsigned g = 0; g < GAMES; g++) {
        table_open(&table, 2 + g % 5, g % 3 != 0, seed + g);
        for (unsigned s = 0; s < SEAT_MAX; s++)
            table.kinds[s] = (enum bot_kind)((g / 5 + s) % BOT_COUNT);
        table_play(&table);
    }
}
END_TEST

/* ---- trade ---- */

enum { SWAPS_MAX = 64 /* recorded trades of a turn */, LEADER_MARGIN = 2 };

/* All hands at the moments of a turn between which there were only trades among players. */
struct hands {
    struct cards of[SEAT_MAX];
};
struct trading {
    unsigned n, offers, trades, most;
    struct hands seen[SWAPS_MAX];
};

static struct hands hands_of(const struct game *game) {
    struct hands hands = {{{{0}}}};

    for (unsigned s = 0; s < SEAT_MAX; s++)
        hands.of[s] = game->players[s].hand;
    return hands;
}

static bool is_leader(const struct match *match, const struct game *game, unsigned seat) {
    return game_points_visible(&match->setup, game, seat) + LEADER_MARGIN >=
           match->setup.rules.points_target;
}

/* A hard bot does not trade with a player who is about to win. */
static void check_leader(const struct match *match, const struct game *before,
                         const struct event *event) {
    const struct action *action = &event->action;

    for (unsigned s = 0; s < match->setup.rules.players && event->type == OFFER_TRADE; s++)
        ck_assert(!(action->seats >> s & 1) || !is_leader(match, before, s));
    for (unsigned o = 0; o < OFFER_MAX && event->type == ACCEPT_TRADE; o++)
        ck_assert(before->offers[o].id != action->ref ||
                  !is_leader(match, before, before->offers[o].player));
}

static bool is_swap(const struct match *match, const struct game *before,
                    const struct event *event) {
    return event->type == ACCEPT_TRADE && match->kinds[event->player] != BOT_RANDOM &&
           match->kinds[before->active] != BOT_RANDOM;
}

static void follow_trades(struct match *match, const struct game *before,
                          const struct event *event) {
    struct trading *trading = match->context;
    struct hands hands = hands_of(&match->game);

    if (match->kinds[event->player] == BOT_HARD)
        check_leader(match, before, event);
    if (match->kinds[event->player] != BOT_RANDOM)
        ck_assert_uint_le(match->offers, BOT_OFFERS_MAX);
    trading->offers += event->type == OFFER_TRADE;
    if (event->type == OFFER_TRADE || event->type == DECLINE_TRADE)
        return;
    if (!is_swap(match, before, event)) {
        trading->n = 0;
    } else {
        if (trading->n == 0)
            trading->seen[trading->n++] = hands_of(before);
        for (unsigned i = 0; i < trading->n; i++)
            ck_assert_msg(memcmp(&trading->seen[i], &hands, sizeof hands) != 0,
                          "cards go in circles");
        ck_assert_uint_lt(trading->n, SWAPS_MAX);
        trading->seen[trading->n++] = hands;
        trading->trades++;
    }
}

/* For any mixture of bots, in any game: it ends, offers are limited, and cards are not traded in circles. */
START_TEST(trades_lead_somewhere) {
    enum { GAMES = 60 };
    static struct match match;
    struct trading trading = {0};
    uint64_t seed = test_seed(88);

    for (unsigned g = 0; g < GAMES; g++) {
        struct rules rules =
            g % 3 == 2 ? rules_knights(CK1998 + g % 4, 3 + g / 3 % 4) : rules_base(2 + g % 5);
        ck_assert(match_open(&match, rules, seed + g));
        for (unsigned s = 0; s < SEAT_MAX; s++)
            match.kinds[s] = (enum bot_kind)((g / 3 + s * (1 + g % 2)) % BOT_COUNT);
        match.follow = follow_trades;
        match.context = &trading;
        trading.n = 0;
        ck_assert_int_eq(match_play(&match), MATCH_WON);
    }
    printf("trades: %u offers, %u trades between those who think\n", trading.offers / GAMES,
           trading.trades / GAMES);
    ck_assert_uint_gt(trading.trades, GAMES);
}
END_TEST

/* With ships and fog, for which the hard bot has no training, it uses what all games have in common. */
START_TEST(games_at_sea_end) {
    enum { GAMES = 4 * MAP_SCENARIOS };
    static struct match match;
    uint64_t seed = test_seed(99);
    unsigned won = 0;

    for (unsigned g = 0; g < GAMES; g++) {
        unsigned players = 3 + g / MAP_SCENARIOS % 4;
        ck_assert(
            match_open(&match, rules_sea(map_scenarios[g % MAP_SCENARIOS], players), seed + g));
        for (unsigned s = 0; s < SEAT_MAX; s++)
            match.kinds[s] = (s + g) % 2 ? BOT_HARD : BOT_NORMAL;
        ck_assert_int_eq(match_play(&match), MATCH_WON);
        won += match.kinds[match.game.winner] == BOT_HARD;
    }
    printf("at sea hard wins %u of %d games\n", won, GAMES);
}
END_TEST

/* What a bot cannot see must not change what it does. */
START_TEST(hidden_cards_change_nothing) {
    static const enum bot_kind kinds[] = {BOT_GREEDY, BOT_EASY, BOT_HARD};

    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        table_open(&table, 4, true, test_seed(55));
        table_play_blind(&table, kinds[i]);
    }
}
END_TEST

/* Gaining cards and paying for builds concern cards; each other reason concerns one thing. */
static void assert_thing_fits(const struct hint *hint, unsigned reason) {
    unsigned thing = hint->reasons[reason].thing;

    switch (hint->reasons[reason].subject) {
    case HINT_PRODUCTION: ck_assert(thing == HINT_NO_THING || thing < KIND_COUNT); break;
    case HINT_PACE:
    case HINT_NEXT_BUILD: ck_assert_uint_ge(thing, HINT_CITY); break;
    default: ck_assert_uint_eq(thing, HINT_NO_THING);
    }
    if (thing != HINT_NO_THING)
        ck_assert_ptr_nonnull(hint_thing_names[thing]);
}

/* A hint is a legal move with at most three reasons, the most important first; repeatable, and independent of what the
 * seat cannot see. */
START_TEST(hints) {
    unsigned given = 0, moves = 0, things = 0, trades = 0;

    table_open(&table, 3, true, test_seed(77));
    for (unsigned s = 0; s < 3; s++)
        table.kinds[s] = BOT_GREEDY;
    while (table.game.phase != PHASE_FINISHED) {
        unsigned seat = table.game.pending[0].player;
        struct game view;
        struct hint hint, again;
        const unsigned offers = moves % 2 == 0 ? 0 : BOT_OFFERS_MAX;
        game_view(&table.setup, &table.game, seat, &view);
        bot_hint(&table.setup, &view, seat, offers, 1, &hint);
        bot_hint(&table.setup, &view, seat, offers, 1, &again);
        ck_assert_mem_eq(&hint, &again, sizeof hint);
        if (!table.game.pending[0].answered)
            ck_assert_int_eq(game_legal(&table.setup, &table.game, seat, &hint.action), REASON_OK);
        ck_assert(hint.action.type != OFFER_TRADE || offers == 0);
        trades += hint.action.type == OFFER_TRADE;
        ck_assert_double_ge(hint.chance, 0);
        ck_assert_double_le(hint.chance, 1);
        for (unsigned i = 0; i < hint.n; i++) {
            ck_assert_ptr_nonnull(hint_subject_names[hint.reasons[i].subject]);
            ck_assert_double_gt(hint.reasons[i].gain, 0);
            ck_assert(i == 0 || hint.reasons[i].gain <= hint.reasons[i - 1].gain);
            assert_thing_fits(&hint, i);
            things += hint.reasons[i].thing != HINT_NO_THING;
        }
        given += hint.n;
        moves++;
        table_step(&table);
    }
    printf("hints: %u reasons for %u moves, %u about one thing, %u offers\n", given, moves, things,
           trades);
    ck_assert_uint_gt(trades, 0);
    ck_assert_uint_gt(given, moves / 8);
    ck_assert_uint_gt(things, given / 8);
}
END_TEST

START_TEST(names) {
    ck_assert_int_eq(bot_of("random"), BOT_RANDOM);
    ck_assert_int_eq(bot_of("greedy"), BOT_GREEDY);
    ck_assert_int_eq(bot_of("easy"), BOT_EASY);
    ck_assert_int_eq(bot_of("normal"), BOT_NORMAL);
    ck_assert_int_eq(bot_of("hard"), BOT_HARD);
    ck_assert_int_eq(bot_of("Greedy"), BOT_COUNT);
    ck_assert_int_eq(bot_of(""), BOT_COUNT);
}
END_TEST

static Suite *suite(void) {
    return test_suite("bots", (const struct test_case[]){
                                  {.name = "names", .test = names},
                                  {.name = "random_end", .test = random_tables_end},
                                  {.name = "greedy_end", .test = greedy_tables_end},
                                  {.name = "greedy_beats_three", .test = greedy_beats_three_random},
                                  {.name = "greedy_beats_one", .test = greedy_beats_one_random},
                                  {.name = "large_end", .test = large_tables_end},
                                  {.name = "greedy_beats_five", .test = greedy_beats_five_random},
                                  {.name = "mixed_end", .test = mixed_tables_end},
                                  {.name = "trades", .test = trades_lead_somewhere},
                                  {.name = "sea", .test = games_at_sea_end},
                                  {.name = "hints", .test = hints},
                                  {.name = "hidden", .test = hidden_cards_change_nothing},
                                  {0},
                              });
}

TEST_MAIN(suite)
