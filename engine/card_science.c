/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The cards of the science stack (rules C-180 to C-199). */
#include "engine/card.h"

enum { HEX_CARDS = 2, SMITH_KNIGHTS = 2, TOKENS = 2 };

/* ---- Alchemist (C-180 to C-182) ---- */

/* A seven that would not count is not set either (V-14). */
static enum reason alchemist_possible(const struct setup *setup, const struct game *game,
                                      unsigned seat, const struct action *action) {
    (void)seat;
    return action->dice[0] + action->dice[1] == SEVEN && game_easy_turn(setup, game)
               ? REASON_EASY_SEVEN
               : REASON_OK;
}

static void alchemist_list(const struct setup *setup, const struct game *game, unsigned seat,
                           struct move_list *list, unsigned card) {
    struct action action = {.type = PLAY_PROGRESS_CARD, .card = (uint8_t)card};
    for (unsigned yellow = 1; yellow <= DIE_SIDES; yellow++)
        for (unsigned red = 1; red <= DIE_SIDES; red++) {
            action.dice[0] = (uint8_t)yellow;
            action.dice[1] = (uint8_t)red;
            card_try(setup, game, seat, list, &action);
        }
}

static void alchemist_apply(const struct setup *setup, struct game *game, unsigned seat,
                            const struct action *action, const struct outcome *outcome) {
    (void)setup, (void)seat, (void)outcome;
    memcpy(game->preset, action->dice, sizeof game->preset);
}

/* ---- Crane (C-183 to C-186) ---- */

/* It only opens a possibility, so it is always played (C-151). */
static enum reason crane_possible(const struct setup *setup, const struct game *game, unsigned seat,
                                  const struct action *action) {
    (void)setup, (void)game, (void)seat, (void)action;
    return REASON_OK;
}

static void crane_apply(const struct setup *setup, struct game *game, unsigned seat,
                        const struct action *action, const struct outcome *outcome) {
    (void)setup, (void)seat, (void)action, (void)outcome;
    game->cranes++;
}

/* ---- Engineer (C-187) ---- */

static enum reason engineer_possible(const struct setup *setup, const struct game *game,
                                     unsigned seat, const struct action *action) {
    (void)setup;
    return place_wall(game, seat, action->vertex);
}

static void engineer_list(const struct setup *setup, const struct game *game, unsigned seat,
                          struct move_list *list, unsigned card) {
    card_list_vertices(setup, game, seat, list, card, &game->players[seat].cities);
}

static void engineer_apply(const struct setup *setup, struct game *game, unsigned seat,
                           const struct action *action, const struct outcome *outcome) {
    (void)setup, (void)outcome;
    put_wall(game, seat, action->vertex);
}

/* ---- Inventor (C-188, C-189) ---- */

bool token_moves(unsigned number) {
    return number > 2 && number < NUMBER_MAX && number != 6 && number != SEVEN && number != 8;
}

static enum reason inventor_possible(const struct setup *setup, const struct game *game,
                                     unsigned seat, const struct action *action) {
    unsigned first = game->numbers[action->hexes[0]], second = game->numbers[action->hexes[1]];
    (void)setup, (void)seat;
    if (!token_moves(first) || !token_moves(second))
        return REASON_TOKEN_FIXED;
    return first == second ? REASON_TOKENS_EQUAL : REASON_OK;
}

/* Each pair once. */
static void inventor_list(const struct setup *setup, const struct game *game, unsigned seat,
                          struct move_list *list, unsigned card) {
    uint8_t hexes[HEX_MAX], of_number[NUMBER_MAX + 1] = {0};
    unsigned n = 0, pairs = 0;
    struct action action = {.type = PLAY_PROGRESS_CARD, .card = (uint8_t)card};
    for (unsigned hex = 0; hex < setup->board.n_hexes; hex++) {
        unsigned number = game->numbers[hex];
        if (!token_moves(number))
            continue;
        pairs += n - of_number[number]++;
        hexes[n++] = (uint8_t)hex;
    }
    if (pairs > TOKEN_PAIR_MAX) {
        action.open = TOKENS;
        *list_add(list, PLAY_PROGRESS_CARD) = action;
        return;
    }
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = i + 1; j < n; j++) {
            action.hexes[0] = hexes[i];
            action.hexes[1] = hexes[j];
            card_try(setup, game, seat, list, &action);
        }
}

static void inventor_apply(const struct setup *setup, struct game *game, unsigned seat,
                           const struct action *action, const struct outcome *outcome) {
    uint8_t number = game->numbers[action->hexes[0]];
    (void)setup, (void)seat, (void)outcome;
    game->numbers[action->hexes[0]] = game->numbers[action->hexes[1]];
    game->numbers[action->hexes[1]] = number;
}

/* ---- Irrigation, Mining (C-190 to C-193) ---- */

static unsigned harvest_terrain(unsigned card) {
    return card == PROGRESS_IRRIGATION ? FIELDS : MOUNTAINS;
}

/* Hexes of TERRAIN with a building of SEAT, each once. */
static unsigned hexes_built(const struct setup *setup, const struct game *game, unsigned seat,
                            unsigned terrain) {
    unsigned n = 0;
    for (unsigned hex = 0; hex < setup->board.n_hexes; hex++)
        n += setup->board.hexes[hex].terrain == terrain && builds_at(setup, game, seat, hex);
    return n;
}

static enum reason harvest_possible(const struct setup *setup, const struct game *game,
                                    unsigned seat, const struct action *action) {
    unsigned terrain = harvest_terrain(action->card);
    if (!hexes_built(setup, game, seat, terrain))
        return REASON_NO_HEX_BUILT;
    return game->bank.n[terrain_yields(terrain)] ? REASON_OK : REASON_PROGRESS_NO_EFFECT;
}

static void harvest_apply(const struct setup *setup, struct game *game, unsigned seat,
                          const struct action *action, const struct outcome *outcome) {
    unsigned terrain = harvest_terrain(action->card), kind = terrain_yields(terrain);
    unsigned due = HEX_CARDS * hexes_built(setup, game, seat, terrain), bank = game->bank.n[kind];
    (void)outcome;
    bank_pay(game, seat, cards_one(kind, due < bank ? due : bank));
}

/* ---- Medicine (C-194, C-195, C-140) ---- */

static enum reason medicine_possible(const struct setup *setup, const struct game *game,
                                     unsigned seat, const struct action *action) {
    enum reason reason = place_city(game, seat, action->vertex);
    (void)setup;
    if (reason == REASON_OK && !hand_covers(game, seat, medicine_cost))
        reason = REASON_CANNOT_PAY;
    return reason;
}

static void medicine_list(const struct setup *setup, const struct game *game, unsigned seat,
                          struct move_list *list, unsigned card) {
    struct vertex_set places = place_cities(game, seat);
    card_list_vertices(setup, game, seat, list, card, &places);
}

static void medicine_apply(const struct setup *setup, struct game *game, unsigned seat,
                           const struct action *action, const struct outcome *outcome) {
    (void)outcome;
    bank_take(game, seat, medicine_cost);
    turn_built(setup, game);
    put_city(game, seat, action->vertex);
}

/* ---- Road Building (C-197) ---- */

static enum reason roads_possible(const struct setup *setup, const struct game *game, unsigned seat,
                                  const struct action *action) {
    enum reason reason = free_roads_legal(setup, game, seat, action);
    return reason == REASON_CARD_NO_EFFECT ? REASON_PROGRESS_NO_EFFECT : reason;
}

static void roads_list(const struct setup *setup, const struct game *game, unsigned seat,
                       struct move_list *list, unsigned card) {
    free_roads_list(setup, game, seat, list,
                    &(struct action){.type = PLAY_PROGRESS_CARD, .card = (uint8_t)card});
}

static void roads_apply(const struct setup *setup, struct game *game, unsigned seat,
                        const struct action *action, const struct outcome *outcome) {
    (void)outcome;
    free_roads_put(setup, game, seat, action);
}

/* ---- Smith (C-198, C-199) ---- */

/* Why the knight at SECOND may not rise after the one at FIRST has: that one left a piece of its rank
 * and took one of the next. */
static enum reason rise_after(const struct game *game, unsigned seat, unsigned first,
                              unsigned second) {
    enum reason reason = knight_may_rise(game, seat, second);
    if (second == first)
        return REASON_KNIGHT_PROMOTED;
    if (reason != REASON_OK && reason != REASON_NO_HIGHER_KNIGHT)
        return reason;
    unsigned risen = knight_rank(game, first), rank = knight_rank(game, second);
    unsigned left = game->players[seat].supply[PIECE_BASIC + rank];
    left += risen == rank + 1;
    return left > (risen == rank) ? REASON_OK : REASON_NO_HIGHER_KNIGHT;
}

static enum reason smith_possible(const struct setup *setup, const struct game *game, unsigned seat,
                                  const struct action *action) {
    const uint8_t *knights = action->vertices;
    (void)setup;
    if (knights[0] == NONE || knights[SMITH_KNIGHTS] != NONE)
        return REASON_SMITH_COUNT;
    enum reason reason = knight_may_rise(game, seat, knights[0]);
    if (reason == REASON_OK && knights[1] != NONE)
        reason = rise_after(game, seat, knights[0], knights[1]);
    return reason;
}

/* Each knight alone and each pair, once where both orders lead to the same. */
static void smith_list(const struct setup *setup, const struct game *game, unsigned seat,
                       struct move_list *list, unsigned card) {
    struct action action = {.type = PLAY_PROGRESS_CARD, .card = (uint8_t)card};
    memset(action.vertices, NONE, sizeof action.vertices);
    VERTEX_EACH(&game->players[seat].knights, first) {
        action.vertices[0] = (uint8_t)first;
        action.vertices[1] = NONE;
        card_try(setup, game, seat, list, &action);
        VERTEX_EACH(&game->players[seat].knights, second) {
            struct action turned = action;
            action.vertices[1] = turned.vertices[0] = (uint8_t)second;
            turned.vertices[1] = (uint8_t)first;
            if (first < second || smith_possible(setup, game, seat, &turned) != REASON_OK)
                card_try(setup, game, seat, list, &action);
        }
    }
}

static void smith_apply(const struct setup *setup, struct game *game, unsigned seat,
                        const struct action *action, const struct outcome *outcome) {
    (void)setup, (void)seat, (void)outcome;
    for (unsigned i = 0; i < SMITH_KNIGHTS && action->vertices[i] != NONE; i++)
        knight_rise(game, action->vertices[i]);
}

/* ---- the stack; the Printer is laid out when drawn ---- */

const struct card science_cards[] = {
    [PROGRESS_ALCHEMIST] = {alchemist_possible, alchemist_list, alchemist_apply},
    [PROGRESS_CRANE] = {crane_possible, card_list_alone, crane_apply},
    [PROGRESS_ENGINEER] = {engineer_possible, engineer_list, engineer_apply},
    [PROGRESS_INVENTOR] = {inventor_possible, inventor_list, inventor_apply},
    [PROGRESS_IRRIGATION] = {harvest_possible, card_list_alone, harvest_apply},
    [PROGRESS_MEDICINE] = {medicine_possible, medicine_list, medicine_apply},
    [PROGRESS_MINING] = {harvest_possible, card_list_alone, harvest_apply},
    [PROGRESS_PRINTER] = {NULL, NULL, NULL},
    [PROGRESS_ROAD_BUILDING] = {roads_possible, roads_list, roads_apply},
    [PROGRESS_SMITH] = {smith_possible, smith_list, smith_apply},
};
