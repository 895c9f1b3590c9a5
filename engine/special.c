/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Longest Road, Largest Army and points. */
#include "engine/internal.h"

/* A walk over one color's roads. Lines are short (at most 15 roads, B-06), so every trail is tried. */
struct walk {
    const struct setup *setup;
    const struct game *game;
    struct edge_set left; /* roads not yet walked */
    unsigned seat;
};

/* An opponent's building or knight ends a line (B-79, C-75). */
static bool walk_ends(const struct walk *walk, unsigned vertex) {
    return vertex_set_has(&walk->game->occupied, vertex) && walk->game->owner[vertex] != walk->seat;
}

/* Longest trail from VERTEX over the roads left; every partial trail also tries to go on from
 * OTHER, the far end of the road the walk began with (NONE: there is no other end to try). */
static unsigned walk_from(struct walk *walk, unsigned vertex, unsigned other) {
    unsigned best = other == NONE ? 0 : walk_from(walk, other, NONE);
    if (walk_ends(walk, vertex))
        return best;
    const struct vertex *place = &walk->setup->board.vertex[vertex];
    for (unsigned i = 0; i < place->n_edges; i++) {
        unsigned edge = place->edges[i];
        if (!edge_set_has(&walk->left, edge))
            continue;
        edge_set_remove(&walk->left, edge);
        unsigned length = 1 + walk_from(walk, place->neighbors[i], other);
        edge_set_add(&walk->left, edge);
        best = length > best ? length : best;
    }
    return best;
}

unsigned road_through(const struct setup *setup, const struct game *game, unsigned seat,
                      unsigned edge) {
    struct walk walk = {setup, game, game->players[seat].roads, seat};
    const uint8_t *ends = setup->board.edge[edge].vertices;
    edge_set_remove(&walk.left, edge);
    return 1 + walk_from(&walk, ends[0], ends[1]);
}

unsigned game_longest_road(const struct setup *setup, const struct game *game, unsigned seat) {
    unsigned best = 0;
    EDGE_EACH(&game->players[seat].roads, edge) {
        unsigned length = road_through(setup, game, seat, edge);
        best = length > best ? length : best;
    }
    return best;
}

/* Who holds a special card for the most of something, at least MIN: the holder keeps it while nobody
 * has more; else the only one with the most takes it; else nobody has it (B-81 to B-83, B-86). */
static uint8_t card_goes_to(const uint8_t have[SEAT_MAX], unsigned n, unsigned holder,
                            unsigned min) {
    unsigned most = 0, seat = NONE;
    for (unsigned s = 0; s < n; s++) {
        if (have[s] > most) {
            most = have[s];
            seat = s;
        } else if (have[s] == most) {
            seat = NONE;
        }
    }
    if (most < min)
        return NONE;
    if (holder != NONE && have[holder] == most)
        return (uint8_t)holder;
    return (uint8_t)seat;
}

void road_card_check(const struct setup *setup, struct game *game) {
    uint8_t have[SEAT_MAX] = {0};
    for (unsigned s = 0; s < setup->rules.colors; s++)
        have[s] = game->players[s].road_length;
    game->road_holder =
        card_goes_to(have, setup->rules.colors, game->road_holder, setup->rules.road_card_min);
}

void army_card_check(const struct setup *setup, struct game *game) {
    uint8_t have[SEAT_MAX] = {0};
    for (unsigned s = 0; s < setup->rules.players; s++)
        have[s] = game->players[s].knights_played;
    game->army_holder =
        card_goes_to(have, setup->rules.players, game->army_holder, setup->rules.army_card_min);
}

enum { CARD_POINTS = 2, CITY_POINTS = 2, METROPOLIS_POINTS = 2 }; /* B-87, C-108 */

/* C-244; a city on its side counts as a settlement (C-136) */
static unsigned expansion_points(const struct setup *setup, const struct game *game,
                                 unsigned seat) {
    const struct player *player = &game->players[seat];
    unsigned points;
    if (!setup->rules.knights)
        return 0;
    points = (unsigned)player->defender_points - player->tipped +
             (player->vp_cards & VP_PRINTER ? 1u : 0u) +
             (player->vp_cards & VP_CONSTITUTION ? 1u : 0u);
    for (unsigned track = 0; track < TRACK_COUNT; track++)
        if (game->metropolis[track] != NONE && game->owner[game->metropolis[track]] == seat)
            points += METROPOLIS_POINTS;
    return points + (game->merchant_holder == seat);
}

unsigned game_points_visible(const struct setup *setup, const struct game *game, unsigned seat) {
    const struct player *player = &game->players[seat];
    return (unsigned)(setup->rules.supply[PIECE_SETTLEMENT] - player->supply[PIECE_SETTLEMENT]) +
           CITY_POINTS * (unsigned)(setup->rules.supply[PIECE_CITY] - player->supply[PIECE_CITY]) +
           (game->road_holder == seat ? CARD_POINTS : 0) +
           (game->army_holder == seat ? CARD_POINTS : 0) + expansion_points(setup, game, seat);
}

unsigned game_points(const struct setup *setup, const struct game *game, unsigned seat) {
    return game_points_visible(setup, game, seat) + game->players[seat].dev[VICTORY_POINT];
}
