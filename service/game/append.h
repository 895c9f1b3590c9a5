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
 * The only place where a game's log grows, whether by moves, by the filling of its last seat, or by
 * a record that it starts from. Events are judged and encoded before the transaction, as other
 * writers wait for that.
 */

/* An event for the store: number SEQ, at the time AT, with the SIZE bytes of BODY from
 * event_encode, which are borrowed. */
struct store_event game_append_row(uint32_t seq, const struct event *event, int64_t at,
                                   const uint8_t *body, size_t size);

/* Prefetches what game_append will read, between store_ahead_begin and store_ahead_end (db/ahead.h), by calling
 * the listeners without effect. */
void game_append_ahead(struct store_tx *tx, const struct game_events *events);

/* By how many bytes ROWS increase the game's count in quotas (STORE_GAME_BYTES). */
int64_t game_append_grows(uint32_t seq_before, const struct store_event *rows, size_t n_rows);

/* In a job: appends ROWS, whose last event is LAST, and does what follows: the first event starts the
 * game, EVENT_FINISHED ends it, and the listeners get EVENTS, which the caller has filled in.
 * STORE_CONFLICT: the log has grown since, or the game is not as EVENTS assumes; then nothing may be
 * kept. */
enum store_result game_append(struct store_tx *tx, const struct store_event *rows, size_t n_rows,
                              const struct event *last, const struct game_events *events);

#endif
