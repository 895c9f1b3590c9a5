/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_GAME_DEADLINES_H
#define SERVICE_GAME_DEADLINES_H

#include <stdint.h>

#include "service/game/events.h"
#include "service/time/clock.h"

/* Updating a game's clock (time/clock.h) as the game goes on. Works on a clock in memory;
 * game/timekeeper.h stores it, and game/made_game.h the first one. */

struct calendar;

/* Updates the clock by new events. Reads calendars from READER. */
enum store_result deadlines_update(struct clock *clock, struct store_reader *reader,
                                   const struct game_events *events);

/* Restarts the time of a SEAT whose deadline runs, from NOW with what was left. WAS is the calendar
 * until now, NOW_IS the one from now on. */
void deadlines_resume(struct clock *clock, unsigned seat, const struct calendar *was,
                      const struct calendar *now_is, int64_t now);

/* Continues the time of a SEAT whose deadline runs at TO as it was at FROM: nobody could move in between, or the
 * clock was wrong. At least CLOCK_RETURN_MS from TO remain. */
void deadlines_carry(struct clock *clock, unsigned seat, const struct calendar *calendar,
                     int64_t from, int64_t to);

/* The time from which waits are counted after an event of LOGGED_AT. Times in the log never go back when the clock
 * is set back; waits are counted from NOW if the log is far ahead. */
int64_t deadlines_count_from(int64_t logged_at, int64_t now);

#endif
