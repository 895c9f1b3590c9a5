/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_GAME_STATISTICS_H
#define SERVICE_GAME_STATISTICS_H

#include "service/base/json_write.h"
#include "service/game/events.h"
#include "service/game/load.h"

/*
 * What a seat did in a game: dice, production, trades, the robber, points. Worked out of the log, what
 * was taken back left out. When a game ends its statistics are kept (db/history.h), so that adding up
 * many games reads a row each; a game without such rows is replayed.
 */

enum {
    STATISTICS_POINTS_MAX = 240, /* turns whose points are kept; later ones are left out */
};

/* Numbers alone, each stopping at 65,535. */
struct statistics {
    uint16_t rolls[NUMBER_MAX + 1];                /* by sum */
    uint16_t produced[KIND_COUNT][NUMBER_MAX + 1]; /* cards by kind and the sum that brought them */
    uint16_t bank_gave[KIND_COUNT], bank_got[KIND_COUNT];
    uint16_t trade_gave[KIND_COUNT], trade_got[KIND_COUNT];
    uint16_t trades[SEAT_MAX]; /* with each seat */
    uint16_t moved;            /* the robber */
    uint16_t hit;              /* the robber was moved to a hex of theirs by somebody else */
    uint16_t stole, robbed;    /* cards, by way of the robber */
    uint16_t discarded;        /* cards */
    uint16_t n_points;
    uint16_t
        points[STATISTICS_POINTS_MAX]; /* at the end of each turn of the game, and of the game */
};

/* Fills the statistics of every seat from the whole log of LOAD, which has only been opened. ALL: points
 * that nobody else sees count too. */
enum store_result statistics_compute(struct load *load, bool all,
                                     struct statistics stats[SEAT_MAX]);

/* As they are kept: bytes of the latest version, how many is returned. Games of older versions are read too; false:
 * the bytes are none of these. */
enum { STATISTICS_SIZE_MAX = 1 + 3 * sizeof(struct statistics) / sizeof(uint16_t) };
size_t statistics_encode(const struct statistics *stats, uint8_t body[STATISTICS_SIZE_MAX]);
bool statistics_decode(const uint8_t *body, size_t size, struct statistics *stats);

/* Adds up everything but trades and points. */
void statistics_add(struct statistics *sum, const struct statistics *stats);

/* Members of an object: all but `trades` by seat and `points`. KINDS that the game has. */
void statistics_write(struct writer *w, const struct statistics *stats, unsigned kinds);
void statistics_write_points(struct writer *w, const struct statistics *stats);

/* A listener: keeps the statistics of a `play` game that has ended. */
enum store_result statistics_on_events(struct store_tx *tx, const struct game_events *events);

#endif
