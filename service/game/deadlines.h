/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_GAME_DEADLINES_H
#define SERVICE_GAME_DEADLINES_H

#include <stdint.h>

#include "service/game/events.h"
#include "service/time/clock.h"

/* How a game's clock (time/clock.h) goes on as the game does. Works on a clock in memory; who stores it
 * is game/timekeeper.h, and game/new_game.h for the first one. */

struct calendar;

/* Brings the clock up to what has happened. READER is asked for calendars. */
enum store_result deadlines_update(struct clock *clock, struct store_reader *reader,
                                   const struct game_events *events);

/* Has the time of a SEAT whose deadline runs go on from NOW with what was left of it. WAS is the
 * calendar until now, NOW_IS the one from now on. */
void deadlines_resume(struct clock *clock, unsigned seat, const struct calendar *was,
                      const struct calendar *now_is, int64_t now);

/* Has the time of a SEAT whose deadline runs go on from TO as it stood at FROM: nobody could move in between, or the
 * clock was wrong. However little is left, CLOCK_RETURN_MS from TO are. */
void deadlines_carry(struct clock *clock, unsigned seat, const struct calendar *calendar,
                     int64_t from, int64_t to);

/* From when on time is counted after an event of LOGGED_AT. The time of the log goes on where the clock was set back;
 * what is counted from now on does not, once that is far off. */
int64_t deadlines_count_from(int64_t logged_at, int64_t now);

#endif
