/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_GAME_APPEND_H
#define SERVICE_GAME_APPEND_H

#include <stddef.h>
#include <stdint.h>

#include "db/events.h"
#include "db/store.h"
#include "engine/game.h"
#include "service/game/events.h"

/*
 * The one place where a game's log grows, whether by moves, by the filling of its last seat, or by a
 * record that it begins with. What is appended has been judged and encoded before the transaction,
 * which other writers wait for.
 */

/* An event as the store takes it: the SEQth, at the time AT, with the SIZE bytes of its BODY, from
 * event_encode and borrowed. */
struct store_event game_append_row(uint32_t seq, const struct event *event, int64_t at,
                                   const uint8_t *body, size_t size);

/* Reads what game_append will read, between store_ahead_begin and store_ahead_end (db/ahead.h): the listeners are
 * called in vain. */
void game_append_ahead(struct store_tx *tx, const struct game_events *events);

/* By how much a game counts as more once ROWS are appended (STORE_GAME_BYTES). */
int64_t game_append_grows(uint32_t seq_before, const struct store_event *rows, size_t n_rows);

/* In a job: appends ROWS, of which LAST is the last, and what follows from them: the game begins with
 * its first event and ends with EVENT_FINISHED, and the listeners are told EVENTS, which the caller
 * has filled. STORE_CONFLICT: the log has grown since, or the game does not stand as EVENTS supposes;
 * nothing may be kept then. */
enum store_result game_append(struct store_tx *tx, const struct store_event *rows, size_t n_rows,
                              const struct event *last, const struct game_events *events);

#endif
