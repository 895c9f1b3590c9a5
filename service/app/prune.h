/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_APP_PRUNE_H
#define SERVICE_APP_PRUNE_H

#include <stdbool.h>
#include <stdint.h>

#include "db/store.h"

/* Forgets all that is too old at NOW (db/retention.c), a piece at a time so that writers wait for a
 * short while only. Waits for the writer: not for a server's thread. False when the store failed. */
bool prune_old(struct store *store, int64_t now);

#endif
