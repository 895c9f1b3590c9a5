/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_TOURNAMENT_SWISS_H
#define SERVICE_TOURNAMENT_SWISS_H

#include "service/tournament/contest.h"

/*
 * Pairing by the order so far: at a table sit those who have met least often, then who does not know one another,
 * then those nearest to each other in the order, and each in a seat that they had least often. Whoever is left out has a bye; it goes to the lowest of those with
 * the fewest byes.
 */

/* Adds a round for ORDER, the first N of a sorted standing. False: memory ran out. */
bool swiss_pair(const struct contest *contest, const struct standing *order, unsigned n,
                unsigned round, struct pairing *pairing);

/* Adds a round that puts the N of ORDER to tables as seeds are: 1-8-9-16, 2-7-10-15, … The first have a bye where
 * tables cannot be filled. */
void snake_pair(const struct contest *contest, const struct standing *order, unsigned n,
                unsigned round, struct pairing *pairing);

#endif
