/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_TOURNAMENT_LEAGUE_H
#define SERVICE_TOURNAMENT_LEAGUE_H

#include "service/tournament/contest.h"

/*
 * A league: a round is a season, in which each division plays a round robin. Of each division the first `moves` go up and
 * the last `moves` go down. Who takes a pause of some seasons comes back as many divisions lower, behind those who stayed
 * there; new players begin in the last one. Gaps close by themselves: divisions are cut anew from the order each season.
 */

/* Adds the tables of a season. */
void league_pair(const struct contest *contest, unsigned round, struct pairing *pairing);

#endif
