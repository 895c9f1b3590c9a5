/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_READ_MARKER_H
#define DB_READ_MARKER_H

#include "db/store.h"

/* The event up to which an account has looked at a game. Conventions as in db/store.h. */

/* *seq becomes the last event that ACCOUNT has looked at, 0 where it never has. */
enum store_result store_read_marker_get(struct store_reader *reader, int64_t game, int64_t account,
                                        uint32_t *seq, int64_t *at);
/* Never goes back: a SEQ that is lower than the one before changes nothing but the time. */
enum store_result store_read_marker_set(struct store_tx *tx, int64_t game, int64_t account,
                                        uint32_t seq, int64_t now);
#endif
