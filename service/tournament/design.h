/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_TOURNAMENT_DESIGN_H
#define SERVICE_TOURNAMENT_DESIGN_H

#include "service/tournament/contest.h"

/*
 * Round robins by arithmetic: every pair meets equally often, and everybody sits in each seat equally often. Game i of a
 * block seats, in this order, the block's numbers + i modulo the number of players.
 */
enum { DESIGN_BLOCKS_MAX = 3 };

struct design {
    uint8_t seats, players;
    uint8_t n_blocks;
    uint8_t blocks[DESIGN_BLOCKS_MAX][CONTEST_SEATS_MAX];
};

extern const struct design designs[];
extern const size_t designs_count;

/* The smallest design for at least so many players, with one block if SINGLE; NULL: there is none. */
const struct design *design_for(unsigned seats, unsigned players, bool single);

/* Adds the tables of a block; MEMBERS are players by their number in the design, of whom those that are not in the
 * contest leave their seats empty. Tables that are too small to be played are left out. */
void design_pair(const struct contest *contest, const struct design *design, unsigned block,
                 const uint16_t *members, unsigned n, unsigned round, unsigned division,
                 struct pairing *pairing);

#endif
