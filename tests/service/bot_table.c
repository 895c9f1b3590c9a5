/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/service/bot_table.h"

#include "service/bots/match.h"
#include "tests/support/check_main.h"

enum {
    EVENTS_MAX = 60000, /* a game of random bots takes a few thousand */
    TURN_EVENTS_MAX = 400,
    SWAPS_MIN = 20, /* states of a game in which hidden cards could be exchanged */
};

static uint32_t stream_draw(const struct chance *chance, uint32_t number, uint32_t bound) {
    uint64_t x = ((const struct stream *)chance)->seed + number * UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return (uint32_t)((x >> 32) * bound >> 32);
}

void table_open(struct table *table, unsigned players, bool combined, uint64_t seed) {
    struct rules rules = rules_base(players);

    rules.combined_phases = combined;
    table_open_rules(table, rules, seed);
}

void table_open_rules(struct table *table, struct rules rules, uint64_t seed) {
    struct board_spec spec;
    struct event start;
    size_t at;

    *table = (struct table){.dice = {{stream_draw, 0}, seed},
                            .thoughts = {{stream_draw, 0}, ~seed * 31}};
    ck_assert(rules_complete(&rules));
    layout_random(&spec, rules_island(&rules), seed % 2 ? NUMBERS_RANDOM : NUMBERS_SPIRAL,
                  &table->dice.chance);
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
                  event_type_name(action->type), reasons[reason].code);
    event.drawn = (uint8_t)game_parts(&table->setup, &table->game, action);
    game_draw(&table->setup, &table->game, seat, action, event.drawn, &table->dice.chance,
              &event.outcome);
    table->types[action->type]++;
    if (action->type == PLAY_PROGRESS_CARD)
        table->cards[action->card]++;
    table->offers += action->type == OFFER_TRADE;
    table->accepted += action->type == ACCEPT_TRADE;
    game_apply(&table->setup, &table->game, &event);
    table->events++;
    table->turn_offers = match_offers(table->turn_offers, action->type);
    table->turn_events = table->turn == table->game.turn ? table->turn_events + 1 : 0;
    table->turn = table->game.turn;
    ck_assert_uint_lt(table->turn_events, TURN_EVENTS_MAX);
}

/* Lets SEAT act if it wants to; false if it does not. */
static bool table_ask(struct table *table, unsigned seat) {
    struct game view;

    if (game_types(&table->setup, &table->game, seat) == 0)
        return false;
    game_view(&table->setup, &table->game, seat, &view);
    const struct decision *decision = game_decision(&view, seat);
    bool waited = decision != NULL && !decision->answered;
    struct action action = bot_choose(table->kinds[seat], &table->setup, &view, seat,
                                      table->turn_offers, &table->thoughts.chance);
    ck_assert_msg(action.type != ACTION_NONE || !waited, "seat %u is waited for", seat);
    if (action.type == ACTION_NONE)
        return false;
    table_apply(table, seat, &action);
    return true;
}

void table_step(struct table *table) {
    unsigned players = table->setup.rules.players;
    bool acted = false;

    for (unsigned i = 1; i <= players && !acted; i++)
        acted = table_ask(table, (table->game.active + i) % players);
    ck_assert_msg(acted, "seed %llu: nobody acts after event %u",
                  (unsigned long long)table->dice.seed, table->events);
    ck_assert_uint_lt(table->events, EVENTS_MAX);
}

unsigned table_play(struct table *table) {
    while (table->game.phase != PHASE_FINISHED)
        table_step(table);
    const char *wrong = game_ok(&table->setup, &table->game);
    ck_assert_msg(wrong == NULL, "%s", wrong);
    return table->game.winner;
}

/* Swaps what the others cannot tell apart: two cards of two hands, two progress cards with the same back, the order of
 * a stack. */
static void swap_hidden(struct game *game, unsigned kinds, unsigned seat) {
    struct player *a = &game->players[(seat + 1) % 4], *b = &game->players[(seat + 2) % 4];
    for (unsigned k = 0; k + 1 < kinds; k++)
        if (a->hand.n[k] > 0 && b->hand.n[k + 1] > 0) {
            a->hand.n[k]--, a->hand.n[k + 1]++;
            b->hand.n[k + 1]--, b->hand.n[k]++;
        }
    for (unsigned i = 0; i < a->progress_count && b->progress_count > 0; i++)
        if (progress_rows[a->progress[i] - 1].track == progress_rows[b->progress[0] - 1].track) {
            uint8_t card = a->progress[i];
            a->progress[i] = b->progress[0];
            b->progress[0] = card;
            return;
        }
}

void table_play_blind(struct table *table, enum bot_kind kind) {
    unsigned swapped = 0, players = table->setup.rules.players;
    for (unsigned seat = 0; seat < players; seat++)
        table->kinds[seat] = kind;
    while (table->game.phase != PHASE_FINISHED) {
        unsigned seat = table->game.active;
        struct game other = table->game, view;
        struct action choices[2];
        /* an open hand is known to the player who sees it */
        if (cards_empty(other.shown) && other.shown_progress[0] == 0)
            swap_hidden(&other, table->setup.rules.kinds, seat);
        swapped += memcmp(&other, &table->game, sizeof other) != 0;
        for (unsigned i = 0; i < 2; i++) {
            struct stream thoughts = table->thoughts;
            game_view(&table->setup, i == 0 ? &table->game : &other, seat, &view);
            choices[i] =
                bot_choose(kind, &table->setup, &view, seat, table->turn_offers, &thoughts.chance);
        }
        ck_assert_mem_eq(&choices[0], &choices[1], sizeof choices[0]);
        table_step(table);
    }
    ck_assert_uint_gt(swapped, SWAPS_MIN);
}
