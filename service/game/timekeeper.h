/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_GAME_TIMEKEEPER_H
#define SERVICE_GAME_TIMEKEEPER_H

#include "db/clocks.h"
#include "db/games.h"
#include "service/game/events.h"
#include "service/game/load.h"
#include "service/game/play.h"

/* Stores the clocks of games (time/clock.h) as they change, with a timer for each deadline, and reports for each
 * when to remind of it. */
struct timekeeper_reminder {
    int64_t game;
    uint32_t seq; /* its last event */
    unsigned seat;
    int64_t account; /* who plays it */
    int64_t deadline, due_at, now;
};

/* Called for a deadline that was just set, in the transaction that sets it; once per wait: a reminder of a
 * deadline that has moved is not sent (clock_reminded). Defined in cli/wiring.c. */
typedef enum store_result timekeeper_listener(struct store_tx *tx,
                                              const struct timekeeper_reminder *reminder);
extern timekeeper_listener *const timekeeper_reminds;

/* A listener (game/events.h). */
game_listener timekeeper_on_events;

/* Writes PLAY (play_write). Where it brings a setting of parts and no events, stores that alone and brings the clock up
 * to who is asked ahead now. In a job, at the time NOW. */
enum store_result timekeeper_write_play(struct store_tx *tx, const struct play *play, int64_t now);

/* Gives an active game, which has been replayed, a clock with these rules. In a job. */
enum store_result timekeeper_begin(struct store_tx *tx, const struct load *load,
                                   const struct store_clock *rules, int64_t now);

/* Pauses the clock of an active game until UNTIL, or resumes it at once (UNTIL 0), with what was left.
 * In a job. */
enum store_result timekeeper_pause(struct store_tx *tx, const struct store_game *game,
                                   int64_t until, int64_t now);

/* A person's calendar has changed from WAS: moves their deadlines so that each keeps the time left. In
 * the transaction that stored the new one. */
enum store_result timekeeper_calendar_changed(struct store_tx *tx, int64_t account,
                                              const struct store_calendar *was, int64_t now);

/* Carries the clock of an active game from FROM, when the server last ran or its clock was last right, to TO: each
 * deadline has the same time left (game/deadlines.h), and a pause ends no later than one agreed on now could. In a
 * job. */
enum store_result timekeeper_carry(struct store_tx *tx, int64_t game, int64_t from, int64_t to);

#endif
