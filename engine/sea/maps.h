/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The printed maps of the scenarios as tables. */
#ifndef ENGINE_SEA_MAPS_H
#define ENGINE_SEA_MAPS_H

#include "engine/board.h"
#include "engine/rules.h"

enum {
    SEA_MAP_COUNT = 25,
    SEA_MAP_ROWS = 7,
    SEA_MAP_HARBORS = 11,
    SEA_MAP_NUMBERS = 40, /* of one pool */
    SEA_MAP_DEALS = 2,
    SEA_LIMIT_HEXES = 3,
    SEA_MAP_MARKS = 32,
};

/* Hexes side by side, from the westernmost on. */
struct sea_row {
    struct axial first;
    const char *hexes; /* four characters each: engine/sea/maps.c */
};

/* Numbers that the variable set-up keeps off some terrains and hexes (S-86): the first two are sets. */
struct sea_limit {
    uint8_t terrains;
    uint16_t numbers;
    uint8_t n_hexes;
    struct axial hexes[SEA_LIMIT_HEXES];
};

/* What is dealt to the hexes of one deal that have no printed terrain (S-85); deal 0: none. */
struct sea_pool {
    uint8_t deal;
    uint8_t terrains[TERRAIN_COUNT]; /* how many of each */
    uint8_t numbers[SEA_MAP_NUMBERS];
};

struct sea_map {
    uint8_t scenario; /* enum sea_scenario */
    uint8_t players_min, players_max;
    struct sea_row rows[SEA_MAP_ROWS];
    uint8_t n_harbors;
    struct harbor_spec harbors[SEA_MAP_HARBORS];
    uint8_t harbor_pool[HARBOR_KIND_COUNT]; /* how many of each, those of gifts too */
    bool harbors_shuffled[2];               /* by enum layout: the pool is shuffled (S-88) */
    struct axial robber, pirate;
    bool no_pirate, no_robber; /* they start off the board (S-38, S-39) */
    uint8_t n_marks;
    struct mark_spec marks[SEA_MAP_MARKS];
    uint8_t n_regions;
    struct region_spec regions[REGION_MAX]; /* those of a deal that contains sea come last */
    struct sea_limit limit;
    struct sea_pool pool;
    struct sea_pool fog; /* the stack of the hexes in fog, whatever their deal (S-54) */
};

extern const struct sea_map sea_maps[SEA_MAP_COUNT];

#endif
