/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Longest Road or Trade Route, Largest Army and points (rules B-77 to B-87, S-30 to S-35). */
#include "engine/knights/knights.h"
#include "engine/sea/sea.h"

/* A walk over one color's roads and ships. Lines are short (at most 15 pieces of each, B-06, S-03), so
 * every trail is tried. */
struct walk {
    const struct setup *setup;
    const struct game *game;
    struct edge_set rest; /* roads and ships not yet walked */
    const struct edge_set *ships;
    unsigned seat;
    bool first_ship; /* the walk began with a ship */
};

/* An opponent's building or knight ends a line (B-79, C-75). */
static bool walk_ends(const struct walk *walk, unsigned vertex) {
    return vertex_set_has(&walk->game->occupied, vertex) && walk->game->owner[vertex] != walk->seat;
}

/* Longest trail from VERTEX, reached by a SHIP or by a road, over the LEFT pieces not yet walked; roads
 * and ships continue each other at an own building alone (S-31). Every partial trail also tries to go
 * on from OTHER, the far end of the piece the walk began with (NONE: there is no other end to try).
 * Nothing is longer than a trail over all that is left, so the search ends with one. */
static unsigned walk_from(struct walk *walk, unsigned vertex, bool ship, unsigned other,
                          unsigned left) {
    const struct vertex *place = &walk->setup->board.vertex[vertex];
    unsigned best = 0, edges = walk_ends(walk, vertex) ? 0 : place->n_edges;
    for (unsigned i = 0; i < edges && best < left; i++) {
        unsigned edge = place->edges[i];
        if (!edge_set_has(&walk->rest, edge))
            continue;
        bool next_ship = edge_set_has(walk->ships, edge);
        if (next_ship != ship && !walk->game->building[vertex])
            continue;
        edge_set_remove(&walk->rest, edge);
        unsigned length = 1 + walk_from(walk, place->neighbors[i], next_ship, other, left - 1);
        edge_set_add(&walk->rest, edge);
        best = length > best ? length : best;
    }
    if (other == NONE || best == left)
        return best;
    unsigned length = walk_from(walk, other, walk->first_ship, NONE, left);
    return length > best ? length : best;
}

/* Roads and ships of SEAT on the board. */
static unsigned line_pieces(const struct setup *setup, const struct game *game, unsigned seat) {
    const uint8_t *all = setup->rules.supply, *left = game->players[seat].supply;
    return (unsigned)(all[PIECE_ROAD] - left[PIECE_ROAD] + all[PIECE_SHIP] - left[PIECE_SHIP]) -
           (game->players[seat].wonder != 0); /* a ship lies on it */
}

unsigned road_length_through(const struct setup *setup, const struct game *game, unsigned seat,
                             unsigned edge) {
    const struct player *player = &game->players[seat];
    struct walk walk = {.setup = setup,
                        .game = game,
                        .rest = edge_set_union(player->roads, player->ships),
                        .ships = &player->ships,
                        .seat = seat,
                        .first_ship = edge_set_has(&player->ships, edge)};
    const uint8_t *ends = setup->board.edge[edge].vertices;
    edge_set_remove(&walk.rest, edge);
    return 1 +
           walk_from(&walk, ends[0], walk.first_ship, ends[1], line_pieces(setup, game, seat) - 1);
}

/* A longest trail begins somewhere, whoever stands there: one is looked for from every end. */
unsigned game_longest_road(const struct setup *setup, const struct game *game, unsigned seat) {
    const struct player *player = &game->players[seat];
    const struct edge_set pieces = edge_set_union(player->roads, player->ships);
    const struct vertex_set ends = vertex_set_union(player->touched, player->moored);
    struct walk walk = {
        .setup = setup, .game = game, .rest = pieces, .ships = &player->ships, .seat = seat};
    unsigned best = 0, all = line_pieces(setup, game, seat);
    VERTEX_EACH(&ends, v) {
        const struct vertex *place = &setup->board.vertex[v];
        for (unsigned i = 0; i < place->n_edges && best < all; i++) {
            unsigned edge = place->edges[i];
            if (!edge_set_has(&pieces, edge))
                continue;
            bool ship = edge_set_has(&player->ships, edge);
            edge_set_remove(&walk.rest, edge);
            unsigned length = 1 + walk_from(&walk, place->neighbors[i], ship, NONE, all - 1);
            edge_set_add(&walk.rest, edge);
            best = length > best ? length : best;
        }
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
    for (unsigned s = 0; s < setup->rules.colors && setup->rules.road_card_min; s++)
        have[s] = game->players[s].road_length;
    return special_card_holder(have, setup->rules.colors, game->road_holder,
                               setup->rules.road_card_min);
}

unsigned army_card_holder(const struct setup *setup, const struct game *game) {
    uint8_t have[SEAT_MAX] = {0};
    for (unsigned s = 0; s < setup->rules.players && setup->rules.army_card_min; s++)
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

enum { CARD_POINTS = 2 }; /* B-87 */

/* Adds SEAT's points to COUNTS, those of source S to counts[S * STEP]: with 1 each source has a count
 * of its own, with 0 there is one for all. Points are summed after every event, so both are made of
 * this one function, and the sum costs nothing for the sources. */
static inline void points_count(const struct setup *setup, const struct game *game, unsigned seat,
                                unsigned *counts, unsigned step) {
    const struct player *player = &game->players[seat];
    const uint8_t *all = setup->rules.supply;
    counts[POINTS_SETTLEMENTS * step] +=
        (unsigned)(all[PIECE_SETTLEMENT] - player->supply[PIECE_SETTLEMENT]) -
        (player->fortress > 0); /* S-125 */
    counts[POINTS_CITIES * step] +=
        CITY_POINTS * (unsigned)(all[PIECE_CITY] - player->supply[PIECE_CITY]);
    counts[POINTS_LONGEST_ROAD * step] += game->road_holder == seat ? CARD_POINTS : 0;
    counts[POINTS_LARGEST_ARMY * step] += game->army_holder == seat ? CARD_POINTS : 0;
    counts[POINTS_ISLANDS * step] += player->island_points;
    counts[POINTS_GIFTS * step] += player->gift_points;
    counts[POINTS_CLOTH * step] += player->cloth / CLOTH_TO_POINT;
    if (setup->rules.knights)
        knights_points(game, seat, counts, step);
}

struct points game_points_by_source(const struct setup *setup, const struct game *game,
                                    unsigned seat) {
    struct points points = {{0}};
    points_count(setup, game, seat, points.of, 1);
    return points;
}

unsigned game_points_visible(const struct setup *setup, const struct game *game, unsigned seat) {
    unsigned sum = 0;
    points_count(setup, game, seat, &sum, 0);
    return sum;
}

unsigned game_points(const struct setup *setup, const struct game *game, unsigned seat) {
    unsigned hidden = setup->rules.fleet ? 0 : game->players[seat].dev[VICTORY_POINT]; /* S-130 */
    return game_points_visible(setup, game, seat) + hidden;
}

bool game_has_won(const struct setup *setup, const struct game *game, unsigned seat) {
    bool points = game_points(setup, game, seat) >= setup->rules.points_target;
    if (setup->rules.fleet)
        return points && !game->players[seat].fortress; /* S-142 */
    return setup->rules.wonders ? wonders_won(setup, game, seat, points) : points;
}
