/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_APP_PRUNE_H
#define SERVICE_APP_PRUNE_H

#include <stdbool.h>
#include <stdint.h>

#include "db/store.h"

/* Forgets up to LIMIT rows from before BEFORE; *REMOVED is how many there were. */
typedef enum store_result prune_piece(struct store_tx *tx, int64_t before, unsigned limit,
                                      unsigned *removed);

/* Forgets all from before BEFORE, a piece at a time so that writers wait for a short while only.
 * Waits for the writer: not for a server's thread. False when the store failed. */
bool prune(struct store *store, int64_t before, prune_piece *piece);

#endif
