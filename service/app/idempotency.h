/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_APP_IDEMPOTENCY_H
#define SERVICE_APP_IDEMPOTENCY_H

#include <stdbool.h>
#include <stdint.h>

#include "db/store.h"
#include "service/http/reply.h"
#include "service/http/request.h"

/*
 * Idempotency-Key: the same key, account and body get the same answer without acting twice.
 *
 * How a handler uses it:
 *   1. after the shape has been judged: if (!idempotency_begin(rq, &idem)) return;
 *   2. in the job, first of all: if (idempotency_seen(tx, &idem)) return STORE_CONFLICT;
 *   3. in the job, when the answer is known: idempotency_keep(tx, &idem, status, ...)
 *   4. when the job came back with STORE_CONFLICT and idem.seen is set, another request with the
 *      same key was faster: go back to 1, which will answer with what that one got.
 * Only answers that changed something are kept. An answer that carries a token never is.
 */
struct idempotency {
    bool used; /* the request has a key; else the functions do nothing */
    bool seen; /* somebody was faster */
    int64_t account;
    char key[STORE_KEY_SIZE];
    char route[STORE_ROUTE_SIZE];
    uint8_t body_hash[STORE_HASH_SIZE];
};

/* Reads the header. False when it has answered: with the remembered answer, with 422 where the key
 * was used for something else, with 400 where it is no key, with 503. */
bool idempotency_begin(struct request *rq, struct idempotency *idem);

bool idempotency_seen(struct store_tx *tx, struct idempotency *idem);

/* What is kept of an answer besides its body. NULL: the answer does not have that header. */
struct idempotency_answer {
    int status;
    const char *location;
    const char *etag; /* without quotes */
    const void *body; /* JSON */
    size_t body_size;
};
enum store_result idempotency_keep(struct store_tx *tx, const struct idempotency *idem,
                                   const struct idempotency_answer *kept, int64_t now);

enum { IDEMPOTENCY_KEPT_HOURS = 48 };

/* Forgets what is older than that, a piece at a time so that writers wait for a short while only.
 * Waits for the writer: not for a server's thread. False when the store failed. */
bool idempotency_prune(struct store *store, int64_t now);

#endif
