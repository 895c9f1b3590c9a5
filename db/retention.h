/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_RETENTION_H
#define DB_RETENTION_H

#include "db/store.h"

/* How long rows are kept. retention.c lists all that expire, and all that are erased with an
 * account (store_account_delete). */

enum {
    STORE_IDEMPOTENCY_HOURS = 48,       /* responses repeated for an Idempotency-Key */
    STORE_OUTBOX_HOURS = 30 * 24,       /* messages that were sent, dropped or have failed */
    STORE_CHAT_INBOUND_HOURS = 48,      /* incoming chat messages */
    STORE_CHAT_BUTTONS_HOURS = 30 * 24, /* buttons that were shown */
    STORE_GAP_HOURS = 90 * 24, /* spans without a server; no vote on a wait looks back further */
    STORE_APP_REQUEST_HOURS =
        24, /* apps' requests that have ended; a code used twice is noticed as long */
    STORE_REPORT_HOURS = 365 * 24, /* reports that were answered */
    STORE_TOKEN_HOURS = 30 * 24,   /* tokens that were revoked or have expired */
};

/* Deletes what has expired at NOW, at most LIMIT rows of each kind. *removed: how many in all; 0:
 * nothing expired is left. */
enum store_result store_prune(struct store_tx *tx, int64_t now, unsigned limit, unsigned *removed);

#endif
