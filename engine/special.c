/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Longest Road, Largest Army and points (rules B-77 to B-87). */
#include "engine/knights/knights.h"

/* A walk over one color's roads. Lines are short (at most 15 roads, B-06), so every trail is tried. */
struct walk {
    const struct setup *setup;
    const struct game *game;
    struct edge_set rest; /* roads not yet walked */
    unsigned seat;
};

/* An opponent's building or knight ends a line (B-79, C-75). */
static bool walk_ends(const struct walk *walk, unsigned vertex) {
    return vertex_set_has(&walk->game->occupied, vertex) && walk->game->owner[vertex] != walk->seat;
}

/* Longest trail from VERTEX over the roads not yet walked; every partial trail also tries to continue
 * from OTHER, the far end of the road the walk began with (NONE: there is no other end to try). */
static unsigned walk_from(struct walk *walk, unsigned vertex, unsigned other) {
    unsigned best = other == NONE ? 0 : walk_from(walk, other, NONE);
    if (walk_ends(walk, vertex))
        return best;
    const struct vertex *place = &walk->setup->board.vertex[vertex];
    for (unsigned i = 0; i < place->n_edges; i++) {
        unsigned edge = place->edges[i];
        if (!edge_set_has(&walk->rest, edge))
            continue;
        edge_set_remove(&walk->rest, edge);
        unsigned length = 1 + walk_from(walk, place->neighbors[i], other);
        edge_set_add(&walk->rest, edge);
        best = length > best ? length : best;
    }
    return best;
}

unsigned road_length_through(const struct setup *setup, const struct game *game, unsigned seat,
                             unsigned edge) {
    struct walk walk = {setup, game, game->players[seat].roads, seat};
    const uint8_t *ends = setup->board.edge[edge].vertices;
    edge_set_remove(&walk.rest, edge);
    return 1 + walk_from(&walk, ends[0], ends[1]);
}

unsigned game_longest_road(const struct setup *setup, const struct game *game, unsigned seat) {
    unsigned best = 0;
    EDGE_EACH(&game->players[seat].roads, edge) {
        unsigned length = road_length_through(setup, game, seat, edge);
        best = length > best ? length : best;
    }
    return best;
}

/* Who holds a special card for the most of something, at least MIN: the holder keeps it while nobody
 * has more; else the only one with the most takes it; else nobody has it (B-81 to B-83, B-86). */
static unsigned special_card_holder(const uint8_t have[SEAT_MAX], unsigned n, unsigned holder,
                                    unsigned min) {
    unsigned highest = 0, seat = NONE;
    for (unsigned s = 0; s < n; s++) {
        if (have[s] > highest) {
            highest = have[s];
            seat = s;
        } else if (have[s] == highest) {
            seat = NONE;
        }
    }
    if (highest < min)
        return NONE;
    return holder != NONE && have[holder] == highest ? holder : seat;
}

unsigned road_card_holder(const struct setup *setup, const struct game *game) {
    uint8_t have[SEAT_MAX] = {0};
    for (unsigned s = 0; s < setup->rules.colors; s++)
        have[s] = game->players[s].road_length;
    return special_card_holder(have, setup->rules.colors, game->road_holder,
                               setup->rules.road_card_min);
}

unsigned army_card_holder(const struct setup *setup, const struct game *game) {
    uint8_t have[SEAT_MAX] = {0};
    for (unsigned s = 0; s < setup->rules.players; s++)
        have[s] = game->players[s].knights_played;
    return special_card_holder(have, setup->rules.players, game->army_holder,
                               setup->rules.army_card_min);
}

void road_card_check(const struct setup *setup, struct game *game) {
    game->road_holder = (uint8_t)road_card_holder(setup, game);
}

void army_card_check(const struct setup *setup, struct game *game) {
    game->army_holder = (uint8_t)army_card_holder(setup, game);
}

enum { CARD_POINTS = 2, CITY_POINTS = 2 }; /* B-87 */

unsigned game_points_visible(const struct setup *setup, const struct game *game, unsigned seat) {
    const struct player *player = &game->players[seat];
    const uint8_t *all = setup->rules.supply;
    unsigned points = (unsigned)(all[PIECE_SETTLEMENT] - player->supply[PIECE_SETTLEMENT]) +
                      CITY_POINTS * (unsigned)(all[PIECE_CITY] - player->supply[PIECE_CITY]) +
                      (game->road_holder == seat ? CARD_POINTS : 0) +
                      (game->army_holder == seat ? CARD_POINTS : 0);
    return setup->rules.knights ? points + knights_points(game, seat) : points;
}

unsigned game_points(const struct setup *setup, const struct game *game, unsigned seat) {
    return game_points_visible(setup, game, seat) + game->players[seat].dev[VICTORY_POINT];
}
