/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_GAME_FACTS_H
#define SERVICE_GAME_FACTS_H

#include "db/search.h"
#include "service/app/chore.h"
#include "service/game/events.h"
#include "service/game/load.h"

/*
 * What happened in a game that was played to its end, in three figures: its turns; how often Longest Road went from one
 * player to another, whether or not nobody had it in between; and how many points the winner was behind the leader at
 * most, at the end of a turn, hidden points counted. Moves that were undone do not count.
 */

/* Of LOAD, which has been opened but not replayed. */
enum store_result facts_compute(struct load *load, struct store_facts *facts);

/* A listener: stores the facts of a `play` game that was played to its end. */
enum store_result facts_on_events(struct store_tx *tx, const struct game_events *events);

/* A chore: finds those of games that ended before facts were stored. */
enum chore_end facts_catch_up(struct app *app, int64_t now);

#endif
