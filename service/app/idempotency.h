/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_APP_IDEMPOTENCY_H
#define SERVICE_APP_IDEMPOTENCY_H

#include <stdbool.h>
#include <stdint.h>

#include "db/store.h"
#include "service/http/reply.h"
#include "service/http/request.h"

/*
 * Idempotency-Key: the same key, account and body get the same response without acting twice. The
 * response is stored in the transaction of the change, for two days, so that it can be repeated.
 * endpoint.h does all this for its endpoints.
 *
 * Only responses that changed something are kept. One that carries a token never is.
 */

enum { IDEMPOTENCY_RECIPE_SIZE = 256 /* for a line of text from which a body is recreated */ };

struct idempotency {
    bool used; /* the request has a key; else the functions do nothing */
    bool seen; /* another request was faster */
    int64_t account;
    char key[STORE_KEY_SIZE];
    char route[STORE_ROUTE_SIZE];
    uint8_t body_hash[STORE_HASH_SIZE];
};

/* Reads the header. False when it has answered 400 for an invalid key. */
bool idempotency_read(struct request *rq, struct idempotency *idem);

/* The request's key, "" if it has none or an invalid one; for prefetching. */
void idempotency_peek(struct request *rq, char key[STORE_KEY_SIZE]);

/* Fills in *REPLY, which is empty, with the response kept under the key; if RECIPE is not "" afterwards, the
 * body has to be recreated from it. STORE_NONE: there is none. STORE_CONFLICT: the key was used for another
 * request. */
enum store_result idempotency_find(struct store_reader *reader, const struct idempotency *idem,
                                   struct reply *reply, char recipe[IDEMPOTENCY_RECIPE_SIZE]);

/* In the job, first of all: looks for a response stored meanwhile; STORE_OK, and sets idem->seen if
 * there is one. */
enum store_result idempotency_seen(struct store_tx *tx, struct idempotency *idem);

/* In the job, last of all: stores the response, with RECIPE instead of its body unless that is "". */
enum store_result idempotency_keep(struct store_tx *tx, const struct idempotency *idem,
                                   const struct reply *reply, const char *recipe, int64_t now);

#endif
