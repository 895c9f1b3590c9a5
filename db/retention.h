/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_RETENTION_H
#define DB_RETENTION_H

#include "db/store.h"

/* How long things are kept. retention.c has the table of all that is forgotten in time, and of all
 * that is forgotten with an account (store_account_delete). */

enum {
    STORE_IDEMPOTENCY_HOURS = 48,       /* responses that an Idempotency-Key gets again */
    STORE_OUTBOX_HOURS = 30 * 24,       /* messages that were sent, dropped or given up */
    STORE_CHAT_INBOUND_HOURS = 48,      /* what has come in from chats */
    STORE_CHAT_BUTTONS_HOURS = 30 * 24, /* buttons that were shown */
    STORE_GAP_HOURS = 90 * 24,   /* time without a server; no vote on a wait looks back further */
    STORE_TOKEN_HOURS = 30 * 24, /* tokens that were revoked or have expired */
};

/* Forgets what is too old at NOW, at most LIMIT rows of each kind. *removed: how many in all; when
 * it is 0, nothing old is left. */
enum store_result store_prune(struct store_tx *tx, int64_t now, unsigned limit, unsigned *removed);

#endif
