/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* A board: hexes on axial coordinates and, computed once from them, its vertices (intersections),
 * edges (paths) and who is whose neighbor. Constant after board_build; any number of threads can
 * read it. Source: rules B-02, B-03, B-08 to B-20, T-05. */
#ifndef ENGINE_BOARD_H
#define ENGINE_BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/cards.h"
#include "engine/limits.h"
#include "engine/set.h"

/* Logs store these numbers. Sea, gold and fog occur only on maps with sea (board_spec.sea). A hex in
 * fog is neither land nor sea until the running game reveals it (S-06, game_terrain). */
enum terrain { FOREST, PASTURE, FIELDS, HILLS, MOUNTAINS, DESERT, SEA, GOLD, FOG, TERRAIN_COUNT };

/* Sides of a pointy-top hex, counter-clockwise from the east; also the order of a hex's edges. */
enum side { SIDE_E, SIDE_NE, SIDE_NW, SIDE_W, SIDE_SW, SIDE_SE, SIDE_COUNT };

/* Corners, counter-clockwise from the north-east: side i lies between corner i-1 and corner i. */
enum corner { CORNER_NE, CORNER_N, CORNER_NW, CORNER_SW, CORNER_S, CORNER_SE, CORNER_COUNT };

/* Harbor kinds are the resource kinds and, for 3:1, HARBOR_ANY. */
enum { HARBOR_ANY = RESOURCE_COUNT, HARBOR_KIND_COUNT };

struct axial {
    int8_t q, r;
};

struct hex_spec {
    struct axial at;
    uint8_t terrain; /* enum terrain */
    uint8_t number;  /* 2..12 without 7, or 0 for none */
};

/* What a part of a map is for (S-10, S-63, S-74). */
enum region_flag { REGION_START = 1, REGION_NO_SETTLING = 2, REGION_NO_ROBBER = 4 };

struct region_spec {
    uint8_t flags; /* enum region_flag */
    uint8_t bonus; /* points for the first settlement there of a player who did not start there */
};

/* What lies face down for the hexes in fog (S-54): how many of each terrain, and of each number for
 * those that take one. */
struct fog_stack {
    uint8_t tiles[TERRAIN_COUNT];
    uint8_t numbers[NUMBER_MAX + 1];
};

/* A harbor. One without a place lies face down until the players place it (S-161): the first of these
 * in the list is drawn first, the order of the others is drawn in the game. */
struct harbor_spec {
    struct axial at; /* a land hex; (0,0) without a place */
    uint8_t side;    /* enum side; the sea lies beyond it. SIDE_COUNT: no place yet */
    uint8_t kind;    /* a resource kind or HARBOR_ANY */
};

/* What a scenario marks on its map. Logs store these numbers. */
enum mark_kind {
    MARK_STRAIT,
    MARK_WASTELAND,
    MARK_NO_START,
    MARK_GIFT,
    MARK_VILLAGE,
    MARK_LANE_START, /* its value is the seat; the same for the next two (S-124) */
    MARK_WAY,
    MARK_FORTRESS,
    MARK_FLEET, /* at a hex: the circuit, in the order of the marks (S-132) */
    MARK_KIND_COUNT
};

/* What lies on a path for the first ship there (S-103 to S-105). Logs store these numbers. */
enum gift {
    GIFT_POINT,
    GIFT_CARD,
    GIFT_HARBOR, /* + the kind of harbor */
    GIFT_COUNT = GIFT_HARBOR + HARBOR_KIND_COUNT
};

struct mark_spec {
    struct axial at; /* on the map or its frame; a gift or the fleet on the map */
    uint8_t kind;    /* enum mark_kind */
    uint8_t place;   /* CORNER_N or CORNER_S; for a gift enum side; for the fleet 0 */
    uint8_t value;   /* gift: enum gift; village: its number; lane: its seat; else 0 */
};

/* Whether a mark lies on a path or on a hex rather than at an intersection; whether it belongs to a seat; whether
 * it has a value. */
static inline bool mark_on_path(unsigned kind) {
    return kind == MARK_GIFT;
}

static inline bool mark_on_hex(unsigned kind) {
    return kind == MARK_FLEET;
}

static inline bool mark_of_seat(unsigned kind) {
    return kind == MARK_LANE_START || kind == MARK_WAY || kind == MARK_FORTRESS;
}

static inline bool mark_has_value(unsigned kind) {
    return kind == MARK_GIFT || kind == MARK_VILLAGE || mark_of_seat(kind);
}

struct corner_spec {
    struct axial at;
    uint8_t corner; /* CORNER_N or CORNER_S */
};

/* What a board is made from; records and the database keep the same. */
struct board_spec {
    uint8_t n_hexes, n_harbors, n_neutral;
    bool robber_given; /* else the robber starts on the first desert, without one off the board */
    bool robber_off;   /* with none given: off the board, also with a desert (S-38) */
    struct axial robber;
    bool sea; /* the board lies in the sea (S-05): all around it there is the frame */
    bool pirate_given;
    struct axial pirate;
    uint8_t n_regions;
    struct region_spec regions[REGION_MAX]; /* region I is entry I - 1 */
    uint8_t region_of[HEX_MAX];             /* of each entry of hexes, or 0 */
    struct fog_stack fog;                   /* as many tiles as hexes in fog */
    uint8_t n_marks;
    struct mark_spec marks[MARK_MAX];
    struct corner_spec neutral[2]; /* T-05: first entry seat 2, second seat 3 */
    struct hex_spec hexes[HEX_MAX];
    struct harbor_spec harbors[HARBOR_MAX];
};

struct hex {
    struct axial at;
    uint8_t terrain;
    uint8_t number; /* at the start; a running game keeps its own */
    uint8_t region; /* of the map, or 0 */
    uint8_t fog;    /* in fog: its place in game.fog, counted from 1; else 0 */
    uint8_t vertices[CORNER_COUNT];
    uint8_t edges[SIDE_COUNT];
    uint8_t neighbors[SIDE_COUNT]; /* hex ids, NONE for the sea */
};

struct vertex {
    struct axial around[3]; /* the three hexes that meet here, sea included, by r then q */
    uint8_t hexes[3];       /* their ids, NONE for the sea, same order */
    uint8_t edges[3];       /* NONE from n_edges on */
    uint8_t neighbors[3];   /* the vertex at the other end of edges[i] */
    uint8_t n_edges;        /* 2 or 3 */
    uint8_t harbors;        /* bit k: a harbor of kind k serves this vertex */
    bool coastal;           /* touches the sea (B-08) */
    int16_t x, y; /* from the center of hex (0,0): x in half hex widths, y in half side lengths */
};

struct edge {
    uint8_t vertices[2]; /* lower id first */
};

struct harbor {
    uint8_t edge;
    uint8_t kind;
};

struct gift_place {
    uint8_t edge;
    uint8_t gift; /* enum gift */
};

/* Where cloth comes from (S-113). */
struct village_place {
    uint8_t vertex;
    uint8_t number; /* of the dice, like a hex's */
};

enum {
    VILLAGE_CLOTH = 5, /* of each as the game begins (S-113) */
    CLOTH_SUPPLY = 10, /* beside those of the villages */
    VILLAGES_LAST = 3, /* if no more villages than these have cloth, the game ends (S-122) */
};

/* Where a color's ships go: all shortest ways from its start over its way mark to its fortress (S-127). The ship
 * that is laid K-th, counted from 0, lies on a path of step[K] and ends at an intersection of place[K + 1]; place[0] is
 * the start. Lanes have no intersection in common, and step[0] is one path. */
struct lane {
    uint8_t start, way, fortress; /* intersections */
    uint8_t steps;                /* ships from the start to the fortress */
    struct edge_set step[LANE_MAX];
    struct vertex_set place[LANE_MAX + 1];
};

struct board {
    uint8_t n_hexes, n_vertices, n_edges, n_harbors;
    uint8_t robber; /* hex id or NONE */
    uint8_t n_neutral;
    uint8_t neutral[2]; /* vertex ids (T-05) */
    uint8_t desert;     /* the first by id, or NONE */
    uint8_t n_frame;    /* hexes of the frame that share a side with a listed one: they come
                                 * behind those and have no paths of their own (S-41) */
    uint8_t pirate;     /* hex id or NONE */
    uint8_t n_regions;
    uint8_t n_fog;
    struct region_spec regions[REGION_MAX];
    struct fog_stack fog;
    uint8_t n_pool; /* harbors that have no place yet, how many of each kind, and the first one's */
    uint8_t pool[HARBOR_KIND_COUNT];
    uint8_t pool_first;
    uint8_t n_gifts;
    struct gift_place gifts[GIFT_MAX]; /* in the order of the map */
    uint8_t n_villages;
    struct village_place villages[VILLAGE_MAX]; /* in the order of the map */
    struct vertex_set marked[MARK_KIND_COUNT];  /* of those that lie at intersections */
    uint8_t n_lanes;                            /* by seat */
    struct lane lanes[SEAT_MAX];
    uint8_t n_fleet;
    uint8_t fleet[FLEET_MAX];   /* sea hexes, in the order in which the fleet comes by */
    struct hex_set land;        /* where the robber may go; of hexes in fog: once they are
                                             * revealed as land */
    struct vertex_set vertices; /* all of them */
    struct vertex_set closed;   /* where nobody ever settles (S-09, S-10) */
    struct vertex_set start;    /* where starting settlements may stand (S-74) */
    struct edge_set road_paths, ship_paths; /* what each path takes (S-07), before any fog clears */
    struct edge_set edges_at[VERTEX_MAX];   /* those of vertex.edges as a set */
    uint16_t regions_at[VERTEX_MAX];        /* sets: bit r for region r */
    struct hex hexes[HEX_MAX];
    struct vertex vertex[VERTEX_MAX];
    struct edge edge[EDGE_MAX];
    struct harbor harbors[HARBOR_MAX];
};

enum board_error {
    BOARD_OK,
    BOARD_NO_HEXES,
    BOARD_TOO_LARGE, /* more vertices or edges than VERTEX_MAX or EDGE_MAX */
    BOARD_HEX_TWICE,
    BOARD_HEX_FAR, /* coordinate beyond COORDINATE_MAX */
    BOARD_TERRAIN, /* unknown, or one that no rule in force uses */
    BOARD_NUMBER, /* a number on the desert, none on another terrain where somebody could settle, or not
                    * 2..12 without 7 */
    BOARD_HARBOR_PLACE, /* not a land hex of the board, or land beyond the side; too many without a
                         * place, or any of those without sea */
    BOARD_HARBOR_KIND,
    BOARD_HARBOR_TWICE,
    BOARD_ROBBER,  /* not a hex of the board */
    BOARD_NEUTRAL, /* not a vertex of the board, or the two break the distance rule (B-63) */
    BOARD_PIRATE,  /* not a sea hex of the board or its frame */
    BOARD_REGION,  /* a hex of a region that does not exist */
    BOARD_FOG,     /* the stack is not one for the hexes in fog, or holds a tile in fog itself */
    BOARD_MARK,    /* not an intersection of the board, or not a path that takes a ship and has no
                    * gift yet; too many gifts of a kind; a village without number, at another's place, or
                    * so few that the game would be over; a lane that has no way or crosses another; a
                    * fleet on no sea hex, or one without lanes */
    BOARD_START,   /* a map with sea on which nobody could begin (S-09, S-74) */
};

/* Builds *BOARD from *SPEC. On an error returns it, with the index of the offending hex, harbor or
 * corner in *AT, and leaves *BOARD unspecified. Hexes can be given in any order; ids are assigned
 * row by row from the north-west. */
enum board_error board_build(struct board *board, const struct board_spec *spec, size_t *at);

/* After BOARD_TOO_LARGE: how many of the first hexes of SPEC would fit. *BOARD is left unspecified. */
unsigned board_fitting(struct board *board, const struct board_spec *spec);

/* The error in words, for the person who sent the board. Static text. */
const char *board_error_text(enum board_error error);

/* Whether the hex is sea, of the frame too; hexes in fog are asked for by game_is_sea. */
static inline bool board_is_sea(const struct board *board, unsigned hex) {
    return board->hexes[hex].terrain == SEA;
}

static inline bool board_is_desert(const struct board *board, unsigned hex) {
    return hex != NONE && board->hexes[hex].terrain == DESERT;
}

/* Id of the hex at AT, or NONE. */
unsigned board_hex_at(const struct board *board, struct axial at);

/* Neighbor of AT across SIDE. */
struct axial axial_step(struct axial at, enum side side);

/* In how many of the 36 rolls of two dice the sum is NUMBER; 0 for no number. */
int number_pips(unsigned number);

/* Whether a hex of TERRAIN has a number (S-06). */
bool terrain_takes_number(unsigned terrain);

/* Whether an Inventor may exchange a token with this number (C-188). */
static inline bool token_moves(unsigned number) {
    return number > 2 && number < NUMBER_MAX && number != 6 && number != SEVEN && number != 8;
}

/* Resource kind that TERRAIN yields (B-03), or NONE. */
extern const uint8_t terrain_kinds[TERRAIN_COUNT];
static inline unsigned terrain_yields(unsigned terrain) {
    return terrain < TERRAIN_COUNT ? terrain_kinds[terrain] : NONE;
}

/* Commodity that a city takes there instead of a second resource (C-36 to C-38), or NONE. */
unsigned terrain_commodity(unsigned terrain);

extern const char *const terrain_names[TERRAIN_COUNT];
extern const char *const side_names[SIDE_COUNT];
extern const char *const harbor_names[HARBOR_KIND_COUNT];
extern const char *const kind_names[KIND_COUNT];

/* ---- layouts (engine/layout.c) ---- */

struct chance;

enum layout { LAYOUT_BEGINNER, LAYOUT_RANDOM };
enum number_layout { NUMBERS_SPIRAL, NUMBERS_RANDOM };

/* The islands of the base game: its own (B-02) and that of five and six players. */
enum island { ISLAND_STANDARD, ISLAND_LARGE, ISLAND_COUNT };

/* Printed maps: B-19, C-249, X-08. */
enum printed_map { MAP_BASE, MAP_KNIGHTS, MAP_LARGE, PRINTED_MAP_COUNT };

void layout_printed(struct board_spec *spec, enum printed_map map);

/* A variable map (B-16) of ISLAND, numbers by B-17 and X-09 or by B-18; draws from *CHANCE in the
 * order hexes, harbors, then numbers. Two red numbers are never neighbors. */
void layout_random(struct board_spec *spec, enum island island, enum number_layout numbers,
                   struct chance *chance);

#endif
