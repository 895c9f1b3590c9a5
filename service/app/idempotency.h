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
 * response is kept in the transaction of what it answers, for two days: a record of it, from which it
 * can be given again. endpoint.h does all this for its endpoints.
 *
 * Only responses that changed something are kept. One that carries a token never is.
 */

enum { IDEMPOTENCY_RECIPE_SIZE = 256 /* of a line of text from which a body is made again */ };

struct idempotency {
    bool used; /* the request has a key; else the functions do nothing */
    bool seen; /* somebody was faster */
    int64_t account;
    char key[STORE_KEY_SIZE];
    char route[STORE_ROUTE_SIZE];
    uint8_t body_hash[STORE_HASH_SIZE];
};

/* Reads the header. False when it has answered 400: it is no key. */
bool idempotency_read(struct request *rq, struct idempotency *idem);

/* The request's key, "" where it has none or no good one; for those who look ahead. */
void idempotency_peek(struct request *rq, char key[STORE_KEY_SIZE]);

/* Fills *REPLY, which is empty, with the response kept under the key; its body is to be made where RECIPE is
 * not "" then. STORE_NONE: there is none. STORE_CONFLICT: the key was used for another request. */
enum store_result idempotency_find(struct store_reader *reader, const struct idempotency *idem,
                                   struct reply *reply, char recipe[IDEMPOTENCY_RECIPE_SIZE]);

/* In the job, first of all: STORE_OK, and idem->seen, where a response is there by now. */
enum store_result idempotency_seen(struct store_tx *tx, struct idempotency *idem);

/* In the job, last of all: keeps the response, with RECIPE in the place of its body unless that is "". */
enum store_result idempotency_keep(struct store_tx *tx, const struct idempotency *idem,
                                   const struct reply *reply, const char *recipe, int64_t now);

#endif
