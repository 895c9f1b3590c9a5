/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_GAME_STATISTICS_H
#define SERVICE_GAME_STATISTICS_H

#include "service/base/json_write.h"
#include "service/game/events.h"
#include "service/game/load.h"

/*
 * What a seat did in a game: dice, production, trades, the robber, points. Computed from the log,
 * without undone events. When a game ends its statistics are stored (db/history.h), so that adding up
 * many games reads a row each; a game without such rows is replayed.
 */

enum {
    STATISTICS_POINTS_MAX = 240, /* turns whose points are stored; later ones are left out */
};

/* All members are numbers, which saturate at 65,535. */
struct statistics {
    uint16_t rolls[NUMBER_MAX + 1];                /* by sum */
    uint16_t produced[KIND_COUNT][NUMBER_MAX + 1]; /* cards by kind and the sum that brought them */
    uint16_t bank_gave[KIND_COUNT], bank_got[KIND_COUNT];
    uint16_t trade_gave[KIND_COUNT], trade_got[KIND_COUNT];
    uint16_t trades[SEAT_MAX]; /* with each seat */
    uint16_t moved;            /* moves of the robber */
    uint16_t hit;              /* times that others moved the robber to one of its hexes */
    uint16_t stole, robbed;    /* cards, by the robber */
    uint16_t discarded;        /* cards */
    uint16_t n_points;
    uint16_t
        points[STATISTICS_POINTS_MAX]; /* at the end of each turn of the game, and of the game */
};

/* Fills in the statistics of every seat from the whole log of LOAD, which has been opened but not
 * replayed. ALL: count hidden points too. */
enum store_result statistics_compute(struct load *load, bool all,
                                     struct statistics stats[SEAT_MAX]);

/* Their stored form: writes the latest version and returns the number of bytes. Older versions can be read too;
 * false: the bytes are of no known version. */
enum { STATISTICS_SIZE_MAX = 1 + 3 * sizeof(struct statistics) / sizeof(uint16_t) };
size_t statistics_encode(const struct statistics *stats, uint8_t body[STATISTICS_SIZE_MAX]);
bool statistics_decode(const uint8_t *body, size_t size, struct statistics *stats);

/* Adds up everything except trades and points. */
void statistics_add(struct statistics *sum, const struct statistics *stats);

/* Members of an object: all except `trades` by seat and `points`. KINDS: number of kinds in the
 * game. */
void statistics_write(struct writer *w, const struct statistics *stats, unsigned kinds);
void statistics_write_points(struct writer *w, const struct statistics *stats);

/* A listener: stores the statistics of a `play` game that has ended. */
enum store_result statistics_on_events(struct store_tx *tx, const struct game_events *events);

#endif
