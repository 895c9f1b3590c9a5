/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_IDEMPOTENCY_H
#define DB_IDEMPOTENCY_H

#include "db/store.h"

/* Responses to requests with an Idempotency-Key. Conventions as in db/store.h. */

/* The response to a request with an Idempotency-Key, stored to be returned again. */
struct store_idempotency {
    int64_t account;
    char key[STORE_KEY_SIZE];
    char route[STORE_ROUTE_SIZE];
    uint8_t body_hash[STORE_HASH_SIZE]; /* of the request */
    int status;
    struct store_bytes headers;
    struct store_bytes body;
    int64_t created_at;
    void *memory; /* read only: what the bytes above point into */
};

/* STORE_CONFLICT: the account has a record under that key already; may be reported by the commit
 * only. */
enum store_result store_idempotency_put(struct store_tx *tx,
                                        const struct store_idempotency *record);
/* Fills *record, to be cleared with store_idempotency_clear. */
enum store_result store_idempotency_get(struct store_reader *reader, int64_t account,
                                        const char *key, struct store_idempotency *record);
void store_idempotency_clear(struct store_idempotency *record);

#endif
