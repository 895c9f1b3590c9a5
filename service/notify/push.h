/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_NOTIFY_PUSH_H
#define SERVICE_NOTIFY_PUSH_H

#include "db/push.h"
#include "service/notify/channel.h"

/*
 * Web push as a channel of the outbox: wakes the browsers that an account has subscribed. A row's target
 * is the subscription. What the message says is for the page's service worker (service/web/src/app/worker.ts)
 * to put into words: which game, what kind of news, what is to be decided. Nothing hidden is in it, and
 * it is encrypted for the browser alone.
 *
 * A message is held back for a moment, and through quiet hours (reminders are not); what its reader has
 * seen meanwhile, or has answered, is dropped.
 */
extern const struct channel push_channel;

enum { PUSH_SUBSCRIPTIONS_MAX = 20 /* of an account; the oldest goes where one more comes */ };

/* The server's key, made where there is none yet. In a job. */
enum store_result push_key(struct store_tx *tx, int64_t now, struct store_push_key *key);

#endif
