/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_HOOKS_INT_H
#define SERVICE_API_HOOKS_INT_H

#include "db/hooks.h"
#include "db/outbox.h"
#include "service/base/json_write.h"
#include "service/http/request.h"

/* What the handlers of webhooks and of their deliveries share. */

/* The caller's webhook that the path names; false when it has answered. */
bool hooks_find(struct request *rq, struct store_hook *hook);

void delivery_write(struct writer *w, const struct store_outbox_row *post);

/*
 * Has RUN write or wake a row of the outbox for HOOK, and answers 202 with it, also to a repeated
 * Idempotency-Key. Told of in the request's state: a handler begins with
 *     if (delivery_finished(rq)) return;
 */
struct delivery_work;
void delivery_begin(struct request *rq, const struct store_hook *hook,
                    const struct store_outbox_row *post,
                    enum store_result (*run)(struct store_tx *tx, const struct store_hook *hook,
                                             struct store_outbox_row *post));
bool delivery_finished(struct request *rq);

#endif
