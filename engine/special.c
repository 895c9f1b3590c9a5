/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Longest Road or Trade Route, Largest Army, special cards like them, and points (rules B-77 to B-87, S-30 to S-35). */
#include "engine/expansion.h"

static unsigned max_of(unsigned a, unsigned b) {
    return a > b ? a : b;
}

/* A walk over one color's roads and ships. Lines are short (at most 15 pieces of each, B-06, S-03), so
 * every trail is tried. */
struct walk {
    const struct setup *setup;
    const struct game *game;
    struct edge_set rest; /* roads and ships not yet walked */
    struct edge_set met;  /* those that any trail has tried */
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
        edge_set_add(&walk->met, edge);
        unsigned length = 1 + walk_from(walk, place->neighbors[i], next_ship, other, left - 1);
        edge_set_add(&walk->rest, edge);
        best = max_of(best, length);
    }
    if (other == NONE || best == left)
        return best;
    return max_of(best, walk_from(walk, other, walk->first_ship, NONE, left));
}

/* Roads and ships of SEAT on the board. */
static unsigned line_pieces(const struct setup *setup, const struct game *game, unsigned seat) {
    const uint8_t *all = setup->rules.supply, *left = game->players[seat].supply;
    return (unsigned)(all[PIECE_ROAD] - left[PIECE_ROAD] + all[PIECE_SHIP] - left[PIECE_SHIP]) -
           (game->players[seat].wonder != 0); /* a ship lies on it */
}

/* Usually the two ends of the piece lead to different pieces; then the longest trail through it joins the
 * longest of each end. All pairs have to be tried only if a ring connects them. */
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
    const unsigned left = line_pieces(setup, game, seat) - 1;
    unsigned length = 1;
    struct edge_set met;

    edge_set_remove(&walk.rest, edge);
    length += walk_from(&walk, ends[0], walk.first_ship, NONE, left);
    met = walk.met;
    walk.met = (struct edge_set){{0}};
    length += walk_from(&walk, ends[1], walk.first_ship, NONE, left);
    if (edge_set_apart(met, walk.met))
        return length;
    return 1 + walk_from(&walk, ends[0], walk.first_ship, ends[1], left);
}

/* How many other pieces lead on at VERTEX from that at EDGE. */
static unsigned walk_choices(const struct walk *walk, unsigned vertex, unsigned edge) {
    const struct vertex *place = &walk->setup->board.vertex[vertex];
    bool ship = edge_set_has(walk->ships, edge);
    unsigned choices = 0;
    for (unsigned i = 0; i < place->n_edges && !walk_ends(walk, vertex); i++)
        choices +=
            place->edges[i] != edge && edge_set_has(&walk->rest, place->edges[i]) &&
            (edge_set_has(walk->ships, place->edges[i]) == ship || walk->game->building[vertex]);
    return choices;
}

/* Longest trail that begins with EDGE at its end VERTEX, whatever stands there; at least BOUND. */
static unsigned walk_begin(struct walk *walk, unsigned vertex, unsigned edge, unsigned bound) {
    const uint8_t *ends = walk->setup->board.edge[edge].vertices;
    bool ship = edge_set_has(walk->ships, edge);
    edge_set_remove(&walk->rest, edge);
    edge_set_add(&walk->met, edge);
    unsigned length = 1 + walk_from(walk, ends[ends[0] == vertex], ship, NONE, bound - 1);
    edge_set_add(&walk->rest, edge);
    return length;
}

/* A longest trail begins where nothing else leads on (a trail from there on would only be longer), or
 * it comes back to where it begins. Then it can as well begin at any fork that it passes, and if it
 * passes none, it is a ring by itself and can begin anywhere. */
unsigned road_length_within(const struct setup *setup, const struct game *game, unsigned seat,
                            unsigned bound) {
    const struct player *player = &game->players[seat];
    struct walk walk = {.setup = setup,
                        .game = game,
                        .rest = edge_set_union(player->roads, player->ships),
                        .ships = &player->ships,
                        .seat = seat};
    const struct edge_set pieces = walk.rest;
    unsigned best = 0;
    EDGE_EACH(&pieces, edge)
        for (unsigned end = 0; end < 2 && best < bound; end++) {
            unsigned vertex = setup->board.edge[edge].vertices[end];
            if (walk_choices(&walk, vertex, edge) != 1)
                best = max_of(best, walk_begin(&walk, vertex, edge, bound));
        }
    EDGE_EACH(&pieces, edge)
        if (best < bound && !edge_set_has(&walk.met, edge))
            best =
                max_of(best, walk_begin(&walk, setup->board.edge[edge].vertices[0], edge, bound));
    return best;
}

unsigned game_longest_road(const struct setup *setup, const struct game *game, unsigned seat) {
    return road_length_within(setup, game, seat, line_pieces(setup, game, seat));
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

unsigned award_holder(const struct setup *setup, const struct game *game, enum award award) {
    const struct award_row *row = award_rows[award];
    unsigned least = setup->award_least[award],
             n = row->neutral ? setup->rules.colors : setup->rules.players;
    uint8_t have[SEAT_MAX] = {0};
    if (!least)
        return NONE;
    for (unsigned s = 0; s < n; s++)
        have[s] = (uint8_t)row->have(setup, game, s);
    return special_card_holder(have, n, game->holders[award], least);
}

void award_check(const struct setup *setup, struct game *game, enum award award) {
    game->holders[award] = (uint8_t)award_holder(setup, game, award);
}

unsigned game_award_have(const struct setup *setup, const struct game *game, enum award award,
                         unsigned seat) {
    return award_rows[award]->have(setup, game, seat);
}

bool game_award_neutral(enum award award) {
    return award_rows[award]->neutral;
}

void setup_find_awards(struct setup *setup) {
    setup->recounted = 0;
    memset(setup->award_least, 0, sizeof setup->award_least);
    for (unsigned i = 0; i < AWARD_COUNT; i++) {
        setup->award_least[i] = (uint8_t)award_rows[i]->least(&setup->rules);
        setup->recounted |= (uint8_t)((award_rows[i]->recounted && setup->award_least[i]) << i);
    }
}

/* ---- the base game's ---- */

static unsigned road_least(const struct rules *rules) {
    return rules->road_card_min;
}

static unsigned road_have(const struct setup *setup, const struct game *game, unsigned seat) {
    (void)setup;
    return game->players[seat].road_length;
}

const struct award_row award_longest_road = {
    .least = road_least, .have = road_have, .neutral = true};

static unsigned army_least(const struct rules *rules) {
    return rules->army_card_min;
}

static unsigned army_have(const struct setup *setup, const struct game *game, unsigned seat) {
    (void)setup;
    return game->players[seat].knights_played;
}

const struct award_row award_largest_army = {.least = army_least, .have = army_have};

/* ---- points ---- */

enum { CARD_POINTS = 2 }; /* B-87 */

/* Adds SEAT's points to COUNTS, those of source S to counts[S * STEP]: with 1 each source has a count
 * of its own, with 0 there is one for all. Points are summed after every event: inlined with a
 * constant STEP, the plain sum does not pay for the sources. */
static inline void points_count(const struct setup *setup, const struct game *game, unsigned seat,
                                unsigned *counts, unsigned step) {
    const struct player *player = &game->players[seat];
    const uint8_t *all = setup->rules.supply;
    counts[POINTS_SETTLEMENTS * step] +=
        (unsigned)(all[PIECE_SETTLEMENT] - player->supply[PIECE_SETTLEMENT]);
    counts[POINTS_CITIES * step] +=
        CITY_POINTS * (unsigned)(all[PIECE_CITY] - player->supply[PIECE_CITY]);
    for (unsigned award = 0; award < AWARD_COUNT; award++)
        counts[(POINTS_AWARDS + award) * step] += game->holders[award] == seat ? CARD_POINTS : 0;
}

struct points game_points_by_source(const struct setup *setup, const struct game *game,
                                    unsigned seat) {
    struct points points = {{0}};
    points_count(setup, game, seat, points.of, 1);
    HOOK_EACH(setup, points, row) {
        if (row->by_source)
            row->by_source(setup, game, seat, points.of);
        else
            points.of[row->source] += row->points(setup, game, seat);
    }
    return points;
}

static inline unsigned points_visible(const struct setup *setup, const struct game *game,
                                      unsigned seat) {
    unsigned sum = 0;
    points_count(setup, game, seat, &sum, 0);
    HOOK_EACH(setup, points, row)
        sum += row->points(setup, game, seat);
    return sum;
}

unsigned game_points_visible(const struct setup *setup, const struct game *game, unsigned seat) {
    return points_visible(setup, game, seat);
}

unsigned game_points(const struct setup *setup, const struct game *game, unsigned seat) {
    unsigned hidden = setup->knight_card ? 0 : game->players[seat].dev[VICTORY_POINT]; /* S-130 */
    return points_visible(setup, game, seat) + hidden;
}

bool game_has_won(const struct setup *setup, const struct game *game, unsigned seat) {
    bool points = game_points(setup, game, seat) >= setup->rules.points_target;
    HOOK_EACH(setup, won, row)
        points = row->won(setup, game, seat, points);
    return points;
}
