/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Knights: putting them there, what they may do, and where they go when driven away (rules C-64 to
 * C-94, V-10 to V-13). */
#include "engine/internal.h"

/* ---- facts ---- */

unsigned game_strength(const struct game *game, unsigned seat, bool committed) {
    unsigned strength = 0, wanted = committed ? KNIGHT_COMMITTED : KNIGHT_ACTIVE;
    VERTEX_EACH(&game->players[seat].knights, v)
    if (game->knight[v] & wanted)
        strength += knight_rank(game, v);
    return strength;
}

void mark_knight(struct game *game, unsigned seat, unsigned vertex, unsigned bits) {
    vertex_set_add(&game->players[seat].knights, vertex);
    vertex_set_add(&game->occupied, vertex);
    game->owner[vertex] = (uint8_t)seat;
    game->knight[vertex] = (uint8_t)bits;
}

/* Whose knight stood there. */
static unsigned unmark_knight(struct game *game, unsigned vertex) {
    unsigned seat = game->owner[vertex];
    assert(vertex_set_has(&game->players[seat].knights, vertex));
    vertex_set_remove(&game->players[seat].knights, vertex);
    vertex_set_remove(&game->occupied, vertex);
    game->owner[vertex] = 0;
    game->knight[vertex] = 0;
    return seat;
}

static uint8_t *knight_supply(struct game *game, unsigned seat, unsigned rank) {
    assert(rank >= 1 && rank <= RANK_COUNT);
    return &game->players[seat].supply[PIECE_BASIC + rank - 1];
}

void put_knight(const struct setup *setup, struct game *game, unsigned seat, unsigned vertex,
                unsigned bits) {
    uint8_t *supply = knight_supply(game, seat, bits & KNIGHT_RANK);
    assert(*supply > 0 && !vertex_set_has(&game->occupied, vertex));
    --*supply;
    mark_knight(game, seat, vertex, bits);
    lines_changed(setup, game, seat, vertex);
}

void take_knight(const struct setup *setup, struct game *game, unsigned vertex) {
    unsigned rank = knight_rank(game, vertex), seat = unmark_knight(game, vertex);
    ++*knight_supply(game, seat, rank);
    lines_changed(setup, game, seat, vertex);
}
