/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The cards of the science stack (rules C-180 to C-199). */
#include "engine/knights/internal.h"

enum { HEX_CARDS = 2, SMITH_KNIGHTS = 2, TOKENS = 2 };

/* ---- Alchemist (C-180 to C-182) ---- */

/* A seven that would not count cannot be set either (V-14, H-02). */
enum reason alchemist_legal(const struct setup *setup, const struct game *game, unsigned seat,
                            const struct action *action) {
    (void)seat;
    return action->dice[0] + action->dice[1] == SEVEN ? seven_refused(setup, game) : REASON_OK;
}

void alchemist_list(const struct setup *setup, const struct game *game, unsigned seat,
                    const struct action *blank, struct move_list *list) {
    struct action move = *blank;
    for (unsigned yellow = 1; yellow <= DIE_SIDES; yellow++)
        for (unsigned red = 1; red <= DIE_SIDES; red++) {
            move.dice[0] = (uint8_t)yellow;
            move.dice[1] = (uint8_t)red;
            list_legal(setup, game, seat, &move, alchemist_legal, list);
        }
}

void alchemist_apply(const struct setup *setup, struct game *game, const struct event *event) {
    (void)setup;
    memcpy(game->preset, event->action.dice, sizeof game->preset);
}

/* ---- Crane (C-183 to C-186) ---- */

/* It only opens a possibility, so it can always be played (C-151). */
void crane_apply(const struct setup *setup, struct game *game, const struct event *event) {
    (void)setup, (void)event;
    game->cranes++;
}

/* ---- Engineer (C-187) ---- */

enum reason engineer_legal(const struct setup *setup, const struct game *game, unsigned seat,
                           const struct action *action) {
    (void)setup;
    return place_wall(game, seat, action->vertex);
}

void engineer_list(const struct setup *setup, const struct game *game, unsigned seat,
                   const struct action *blank, struct move_list *list) {
    card_list_vertices(setup, game, seat, blank, &game->players[seat].cities, list);
}

void engineer_apply(const struct setup *setup, struct game *game, const struct event *event) {
    (void)setup;
    put_wall(game, event->player, event->action.vertex);
}

/* ---- Inventor (C-188, C-189) ---- */

enum reason inventor_legal(const struct setup *setup, const struct game *game, unsigned seat,
                           const struct action *action) {
    unsigned first = game->numbers[action->hexes[0]], second = game->numbers[action->hexes[1]];
    (void)setup, (void)seat;
    if (!token_moves(first) || !token_moves(second))
        return REASON_TOKEN_FIXED;
    return first == second ? REASON_TOKENS_EQUAL : REASON_OK;
}

/* Each pair once. */
void inventor_list(const struct setup *setup, const struct game *game, unsigned seat,
                   const struct action *blank, struct move_list *list) {
    uint8_t hexes[HEX_MAX], of_number[NUMBER_MAX + 1] = {0};
    unsigned n = 0, pairs = 0;
    struct action move = *blank;
    for (unsigned hex = 0; hex < setup->board.n_hexes; hex++) {
        unsigned number = game->numbers[hex];
        if (!token_moves(number))
            continue;
        pairs += n - of_number[number]++;
        hexes[n++] = (uint8_t)hex;
    }
    if (pairs > TOKEN_PAIR_MAX) {
        list_add(list, blank)->open = TOKENS;
        return;
    }
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = i + 1; j < n; j++) {
            move.hexes[0] = hexes[i];
            move.hexes[1] = hexes[j];
            list_legal(setup, game, seat, &move, inventor_legal, list);
        }
}

void inventor_apply(const struct setup *setup, struct game *game, const struct event *event) {
    uint8_t number = game->numbers[event->action.hexes[0]];
    (void)setup;
    game->numbers[event->action.hexes[0]] = game->numbers[event->action.hexes[1]];
    game->numbers[event->action.hexes[1]] = number;
}

/* ---- Irrigation, Mining (C-190 to C-193) ---- */

static unsigned harvest_terrain(unsigned card) {
    return card == PROGRESS_IRRIGATION ? FIELDS : MOUNTAINS;
}

/* Hexes of TERRAIN with a building of SEAT, each once. */
static unsigned harvest_hexes(const struct setup *setup, const struct game *game, unsigned seat,
                              unsigned terrain) {
    unsigned n = 0;
    struct hex_set hexes = place_hexes_built(setup, game, seat);
    HEX_EACH(&hexes, hex) {
        n += game_terrain(setup, game, hex) == terrain;
    }
    return n;
}

/* Whether there is any. Cheaper than counting, which looks at all hexes of all buildings. */
static bool harvest_finds(const struct setup *setup, const struct game *game, unsigned seat,
                          unsigned terrain) {
    const struct player *player = &game->players[seat];
    struct vertex_set buildings = vertex_set_union(player->settlements, player->cities);
    VERTEX_EACH(&buildings, v)
        for (unsigned i = 0; i < 3; i++) {
            unsigned hex = setup->board.vertex[v].hexes[i];
            if (hex != NONE && game_terrain(setup, game, hex) == terrain)
                return true;
        }
    return false;
}

enum reason harvest_legal(const struct setup *setup, const struct game *game, unsigned seat,
                          const struct action *action) {
    unsigned terrain = harvest_terrain(action->card);
    if (!harvest_finds(setup, game, seat, terrain))
        return REASON_NO_HEX_BUILT;
    return game->bank.n[terrain_yields(terrain)] ? REASON_OK : REASON_PROGRESS_NO_EFFECT;
}

void harvest_apply(const struct setup *setup, struct game *game, const struct event *event) {
    unsigned seat = event->player;
    unsigned terrain = harvest_terrain(event->action.card), kind = terrain_yields(terrain);
    unsigned due = HEX_CARDS * harvest_hexes(setup, game, seat, terrain), bank = game->bank.n[kind];
    bank_pay(game, seat, cards_one(kind, due < bank ? due : bank));
}

/* ---- Medicine (C-194, C-195, C-140) ---- */

struct cards medicine_price(const struct setup *setup, const struct game *game, unsigned seat,
                            const struct action *action) {
    (void)setup, (void)game, (void)seat, (void)action;
    return medicine_cost;
}

enum reason medicine_legal(const struct setup *setup, const struct game *game, unsigned seat,
                           const struct action *action) {
    enum reason reason = place_city(game, seat, action->vertex);
    (void)setup;
    if (reason == REASON_OK && !hand_covers(game, seat, medicine_cost))
        reason = REASON_CANNOT_PAY;
    return reason;
}

void medicine_list(const struct setup *setup, const struct game *game, unsigned seat,
                   const struct action *blank, struct move_list *list) {
    (void)setup;
    if (!hand_covers(game, seat, medicine_cost))
        return;
    struct vertex_set places = place_cities(game, seat);
    list_add_vertices(list, blank, &places);
}

void medicine_apply(const struct setup *setup, struct game *game, const struct event *event) {
    unsigned seat = event->player;
    bank_take(game, seat, medicine_cost);
    turn_built(setup, game);
    put_city(game, seat, event->action.vertex);
}

/* ---- Road Building (C-197) ---- */

enum reason progress_roads_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                 const struct action *action) {
    enum reason reason = free_roads_legal(setup, game, seat, action);
    return reason == REASON_CARD_NO_EFFECT ? REASON_PROGRESS_NO_EFFECT : reason;
}

void progress_roads_apply(const struct setup *setup, struct game *game, const struct event *event) {
    free_roads_put(setup, game, event->player, &event->action);
}

/* ---- Smith (C-198, C-199) ---- */

/* Why the knight at SECOND may not rise after the one at FIRST, which returned a piece of its rank
 * and took one of the next. */
static enum reason smith_second_legal(const struct game *game, unsigned seat, unsigned first,
                                      unsigned second) {
    enum reason reason = knight_can_rise(game, seat, second);
    if (second == first)
        return REASON_KNIGHT_PROMOTED;
    if (reason != REASON_OK && reason != REASON_NO_HIGHER_KNIGHT)
        return reason;
    unsigned risen = knight_rank(game, first), rank = knight_rank(game, second);
    unsigned supply = game->players[seat].supply[PIECE_BASIC + rank];
    supply += risen == rank + 1;
    return supply > (risen == rank) ? REASON_OK : REASON_NO_HIGHER_KNIGHT;
}

enum reason smith_legal(const struct setup *setup, const struct game *game, unsigned seat,
                        const struct action *action) {
    const uint8_t *knights = action->vertices;
    (void)setup;
    if (knights[0] == NONE || knights[SMITH_KNIGHTS] != NONE)
        return REASON_SMITH_COUNT;
    enum reason reason = knight_can_rise(game, seat, knights[0]);
    if (reason == REASON_OK && knights[1] != NONE)
        reason = smith_second_legal(game, seat, knights[0], knights[1]);
    return reason;
}

/* Each knight alone and each pair, once where both orders lead to the same. */
void smith_list(const struct setup *setup, const struct game *game, unsigned seat,
                const struct action *blank, struct move_list *list) {
    struct action move = *blank;
    memset(move.vertices, NONE, sizeof move.vertices);
    VERTEX_EACH(&game->players[seat].knights, first) {
        if (knight_can_rise(game, seat, first) != REASON_OK)
            continue;
        move.vertices[0] = (uint8_t)first;
        move.vertices[1] = NONE;
        list_legal(setup, game, seat, &move, smith_legal, list);
        VERTEX_EACH(&game->players[seat].knights, second) {
            struct action turned = move;
            move.vertices[1] = turned.vertices[0] = (uint8_t)second;
            turned.vertices[1] = (uint8_t)first;
            if (first < second || smith_legal(setup, game, seat, &turned) != REASON_OK)
                list_legal(setup, game, seat, &move, smith_legal, list);
        }
    }
}

void smith_apply(const struct setup *setup, struct game *game, const struct event *event) {
    (void)setup;
    for (unsigned i = 0; i < SMITH_KNIGHTS && event->action.vertices[i] != NONE; i++)
        knight_rise(game, event->action.vertices[i]);
}
