/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_IDEMPOTENCY_H
#define DB_IDEMPOTENCY_H

#include "db/store.h"

/* Responses to requests with an Idempotency-Key. Conventions as in db/store.h. */

/* The answer to a request with an Idempotency-Key. */
struct store_answer {
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

/* STORE_CONFLICT: the account has an answer under that key already. */
enum store_result store_answer_put(struct store_tx *tx, const struct store_answer *answer);
/* Fills *answer, to be cleared with store_answer_clear. */
enum store_result store_answer_get(struct store_reader *reader, int64_t account, const char *key,
                                   struct store_answer *answer);
void store_answer_clear(struct store_answer *answer);

#endif
