/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_APP_STORE_REPLY_H
#define SERVICE_APP_STORE_REPLY_H

#include "db/store.h"
#include "service/base/buffer.h"
#include "service/http/request.h"

/* Answers for a failure of the store: 404 for STORE_NONE, 503 when the store is full or busy, or when
 * the outcome is open; else 500. */
void reply_store_failure(struct request *rq, enum store_result result);
/* Whether the store succeeded; if not, it has answered. */
bool check_stored(struct request *rq, enum store_result result);

/* Answers with what was read, or for the store's failure. Takes ownership of the buffer's
 * memory. */
void reply_stored(struct request *rq, enum store_result result, struct buffer *body);

#endif
