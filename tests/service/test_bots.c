/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Bots play whole games against each other through the engine: every choice must be legal, every
 * game must end, and the one that thinks must beat those that do not. */
#include "service/bots/bot.h"

#include <stdio.h>
#include <string.h>

#include "tests/support/check_main.h"

enum {
    EVENTS_MAX = 60000, /* a game of random bots takes some thousands */
    TURN_EVENTS_MAX = 400,
    GREEDY_TURNS_MAX = 600,
};

/* A small generator: the numbered draw is a mix of seed and number. */
struct stream {
    struct chance chance;
    uint64_t seed;
};

static uint32_t stream_draw(const struct chance *chance, uint32_t number, uint32_t bound) {
    uint64_t x = ((const struct stream *)chance)->seed + number * UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return (uint32_t)((x >> 32) * bound >> 32);
}

struct table {
    struct setup setup;
    struct game game;
    struct stream dice, thoughts;
    enum bot_kind kinds[SEAT_MAX];
    unsigned events, turn_events, turn, offers, accepted;
};

static void table_open(struct table *table, unsigned players, bool combined, uint64_t seed) {
    struct board_spec spec;
    struct rules rules = rules_base(players);
    struct event start;
    size_t at;

    *table = (struct table){.dice = {{stream_draw, 0}, seed},
                            .thoughts = {{stream_draw, 0}, ~seed * 31}};
    rules.combined_phases = combined;
    ck_assert(rules_complete(&rules));
    layout_random(&spec, seed % 2 ? NUMBERS_RANDOM : NUMBERS_SPIRAL, &table->dice.chance);
    ck_assert_int_eq(setup_build(&table->setup, &rules, &spec, &at), BOARD_OK);
    game_init(&table->setup, &table->game);
    game_draw_start(&table->setup, &table->dice.chance, &start);
    game_apply(&table->setup, &table->game, &start);
}

static void table_apply(struct table *table, unsigned seat, const struct action *action) {
    struct event event = {
        .type = action->type, .player = (uint8_t)seat, .by = BY_BOT, .action = *action};
    enum reason reason = REASON_UNKNOWN_ACTION;

    if (action_shape(&table->setup, action) == NULL)
        reason = game_legal(&table->setup, &table->game, seat, action);
    ck_assert_msg(reason == REASON_OK, "seed %llu, event %u: seat %u may not %s: %s",
                  (unsigned long long)table->dice.seed, table->events, seat,
                  event_type_name(action->type), reasons[reason].text);
    event.drawn = (uint8_t)action_parts(action);
    game_draw(&table->setup, &table->game, seat, action, event.drawn, &table->dice.chance,
              &event.outcome);
    table->offers += action->type == OFFER_TRADE;
    table->accepted += action->type == ACCEPT_TRADE;
    game_apply(&table->setup, &table->game, &event);
    table->events++;
    table->turn_events = table->turn == table->game.turn ? table->turn_events + 1 : 0;
    table->turn = table->game.turn;
    ck_assert_uint_lt(table->turn_events, TURN_EVENTS_MAX);
}

/* Lets SEAT act if it wants to; false when it wants nothing. */
static bool table_ask(struct table *table, unsigned seat) {
    struct game view;

    if (game_types(&table->setup, &table->game, seat) == 0)
        return false;
    game_view(&table->setup, &table->game, seat, &view);
    const struct decision *decision = game_decision(&view, seat);
    bool waited = decision != NULL && !decision->answered;
    struct action action =
        bot_choose(table->kinds[seat], &table->setup, &view, seat, &table->thoughts.chance);
    ck_assert_msg(action.type != ACTION_NONE || !waited, "seat %u is waited for", seat);
    if (action.type == ACTION_NONE)
        return false;
    table_apply(table, seat, &action);
    return true;
}

/* Somebody acts; those who are not on turn are asked first. */
static void table_step(struct table *table) {
    unsigned players = table->setup.rules.players;
    bool acted = false;

    for (unsigned i = 1; i <= players && !acted; i++)
        acted = table_ask(table, (table->game.active + i) % players);
    ck_assert_msg(acted, "seed %llu: nobody acts after event %u",
                  (unsigned long long)table->dice.seed, table->events);
    ck_assert_uint_lt(table->events, EVENTS_MAX);
}

/* Plays to the end; the winner. */
static unsigned table_play(struct table *table) {
    while (table->game.phase != PHASE_FINISHED)
        table_step(table);
    const char *wrong = game_ok(&table->setup, &table->game);
    ck_assert_msg(wrong == NULL, "%s", wrong);
    return table->game.winner;
}

static struct table table;

/* Games of PLAYERS; one greedy bot on a seat that goes round, the rest random. */
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
    enum { GAMES = 1000 };
    ck_assert_uint_ge(greedy_wins(4, GAMES, test_seed(11)), GAMES * 95 / 100);
}
END_TEST

START_TEST(greedy_beats_one_random) {
    enum { GAMES = 1000 };
    ck_assert_uint_ge(greedy_wins(2, GAMES, test_seed(22)), GAMES * 95 / 100);
}
END_TEST

START_TEST(greedy_tables_end) {
    enum { GAMES = 600 };
    uint64_t seed = test_seed(33);
    unsigned turns = 0, events = 0, offers = 0, accepted = 0, wins[4] = {0};

    for (unsigned g = 0; g < GAMES; g++) {
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
           turns / GAMES, events / GAMES, offers / GAMES, accepted / GAMES, wins[0], wins[1],
           wins[2], wins[3]);
    ck_assert_uint_lt(turns / GAMES, 120);
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

/* Swaps a card between two hands that the others cannot look into, where both have one. */
static void swap_hidden(struct player *a, struct player *b) {
    for (unsigned k = 0; k + 1 < RESOURCE_COUNT; k++)
        if (a->hand.n[k] > 0 && b->hand.n[k + 1] > 0) {
            a->hand.n[k]--, a->hand.n[k + 1]++;
            b->hand.n[k + 1]--, b->hand.n[k]++;
        }
}

/* What a bot cannot see must not change what it does. */
START_TEST(hidden_cards_change_nothing) {
    unsigned swapped = 0;

    table_open(&table, 4, true, test_seed(55));
    for (unsigned s = 0; s < 4; s++)
        table.kinds[s] = BOT_GREEDY;
    while (table.game.phase != PHASE_FINISHED) {
        unsigned seat = table.game.active;
        struct game other = table.game, view;
        struct stream thoughts = table.thoughts;
        struct action choices[2];
        swap_hidden(&other.players[(seat + 1) % 4], &other.players[(seat + 2) % 4]);
        swapped += memcmp(&other, &table.game, sizeof other) != 0;
        for (unsigned i = 0; i < 2; i++) {
            game_view(&table.setup, i == 0 ? &table.game : &other, seat, &view);
            thoughts = table.thoughts;
            choices[i] = bot_choose(BOT_GREEDY, &table.setup, &view, seat, &thoughts.chance);
        }
        ck_assert_mem_eq(&choices[0], &choices[1], sizeof choices[0]);
        table_step(&table);
    }
    ck_assert_uint_gt(swapped, 20);
}
END_TEST

START_TEST(names) {
    ck_assert_int_eq(bot_of("random"), BOT_RANDOM);
    ck_assert_int_eq(bot_of("greedy"), BOT_GREEDY);
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
                                  {.name = "hidden", .test = hidden_cards_change_nothing},
                                  {0},
                              });
}

TEST_MAIN(suite)
