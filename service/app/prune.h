/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_APP_PRUNE_H
#define SERVICE_APP_PRUNE_H

#include "service/app/chore.h"

/* Forgets all that is too old at NOW (db/retention.c), a piece at a time so that writers wait for a
 * short while only. Waits for the writer: not for a server's thread. A chore. */
enum chore_end prune_old(struct app *app, int64_t now);

#endif
