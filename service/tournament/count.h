/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_TOURNAMENT_COUNT_H
#define SERVICE_TOURNAMENT_COUNT_H

#include "service/tournament/contest.h"

/*
 * Counting as at official tournaments: by games won, then by points, then by the sum of percentages of the
 * table's points, each rounded to two digits. A table with fewer than four players (or the tournament's seats, where
 * those are more) counts as if the missing ones had the average of the others. A bye counts as a game won, without points.
 */

/* Points as a share of the table's SUM, in hundredths of a percent. */
unsigned count_percent(unsigned points, unsigned sum, unsigned players, unsigned seats);

/* World Boardgaming Championships' points for a place (from 0 on) at a table. */
unsigned count_wbc(unsigned place, unsigned players);

/* The seats of a table in the order of finish: the winner, then by points; who gave up or was late comes last. */
void count_places(const struct contest_table *table, uint8_t seats[CONTEST_SEATS_MAX]);

/* The seat that has won for the count: the winner, or, where that one gave up or there is none, whoever leads alone
 * among the rest; -1: nobody. */
int count_winner(const struct contest_table *table);

/* Fills ROWS, one a player and by number, with what the tables of rounds FROM to TO give; levels and divisions are 0. */
void count_tables(const struct contest *contest, unsigned from, unsigned to, struct standing *rows);

/* Sorts and numbers rows: by level, division (the first is best), WBC points where these count, and the official order. */
void count_sort(const struct contest *contest, struct standing *rows, size_t n);

#endif
