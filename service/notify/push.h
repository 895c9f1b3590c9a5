/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_NOTIFY_PUSH_H
#define SERVICE_NOTIFY_PUSH_H

#include "db/push.h"
#include "service/notify/channel.h"

/*
 * Web push as a channel of the outbox: wakes the browsers that an account has subscribed. A row's target is
 * the subscription. The page's service worker (service/web/src/app/worker.ts) makes the text from the
 * message: which game, what kind of news, what has to be decided. It contains nothing hidden, and is
 * encrypted for the browser.
 *
 * A message is held back for a moment, and through quiet hours (reminders are not); it is dropped if its
 * reader has seen or answered it meanwhile.
 */
extern const struct channel push_channel;

enum { PUSH_SUBSCRIPTIONS_MAX = 20 /* of an account; a further one replaces the oldest */ };

/* Gets the server's key, or creates it. In a job. */
enum store_result push_key(struct store_tx *tx, int64_t now, struct store_push_key *key);

#endif
