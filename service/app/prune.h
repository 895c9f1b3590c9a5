/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_APP_PRUNE_H
#define SERVICE_APP_PRUNE_H

#include <stdbool.h>
#include <stdint.h>

#include "db/store.h"

/* Deletes all that has expired at NOW (db/retention.c), in pieces so that other jobs wait only
 * briefly. Waits for the writer, so not to be called on a server's thread. False when the store
 * failed. */
bool prune_old(struct store *store, int64_t now);

#endif
