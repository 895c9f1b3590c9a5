/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_PUSH_H
#define DB_PUSH_H

#include "db/store.h"

/* Web push: the key that this server signs with, and the browsers that subscribe. */

enum {
    STORE_PUSH_PRIVATE = 32,
    STORE_PUSH_PUBLIC = 65, /* an uncompressed point of P-256 */
    STORE_PUSH_SECRET = 16,
    STORE_ENDPOINT_SIZE = 1025,
    STORE_PUSH_NAME_SIZE = 121,
};

struct store_push_key {
    uint8_t private[STORE_PUSH_PRIVATE];
    uint8_t public[STORE_PUSH_PUBLIC];
    int64_t created_at;
};

/* STORE_NONE: there is none yet. */
enum store_result store_push_key_get(struct store_reader *reader, struct store_push_key *key);
/* STORE_CONFLICT: there is a key already. */
enum store_result store_push_key_put(struct store_tx *tx, const struct store_push_key *key);

struct store_push {
    int64_t id;
    char public_id[STORE_ID_SIZE];
    int64_t account;
    int64_t token; /* it was made with, and ends with */
    char endpoint[STORE_ENDPOINT_SIZE];
    uint8_t key[STORE_PUSH_PUBLIC];
    uint8_t secret[STORE_PUSH_SECRET];
    char name[STORE_PUSH_NAME_SIZE];
    int64_t created_at;
    int64_t sent_at; /* the last delivery; 0: none yet */
};

/* Called for each, borrowed; false ends the reading. */
typedef bool store_push_row(void *context, const struct store_push *push);

/* Stores a subscription and fills in its id. A known endpoint stays the same subscription, now owned by
 * this account and token, with the new keys. */
enum store_result store_push_put(struct store_tx *tx, struct store_push *push);
/* Only subscriptions whose token is valid at NOW; else STORE_NONE. */
enum store_result store_push_get(struct store_reader *reader, int64_t id, int64_t now,
                                 struct store_push *push);
/* All of an account whose token is valid at NOW, oldest first. */
enum store_result store_push_list(struct store_reader *reader, int64_t account, int64_t now,
                                  store_push_row *row, void *context);
/* Notes that a message got through. */
enum store_result store_push_note(struct store_tx *tx, int64_t id, int64_t now);
/* STORE_NONE: the account has none of this id. */
enum store_result store_push_delete(struct store_tx *tx, int64_t account, const char *public_id);
/* The same by id, whatever the account; STORE_OK even if there is none. */
enum store_result store_push_drop(struct store_tx *tx, int64_t id);
/* Moves the subscriptions made with one token to another of the same account. */
enum store_result store_push_move(struct store_tx *tx, int64_t from, int64_t to);
/* Deletes the subscriptions made with a token. */
enum store_result store_push_forget_token(struct store_tx *tx, int64_t token);
/* Deletes those of an account's revoked tokens. Part of store_token_revoke. */
enum store_result store_push_forget_revoked(struct store_tx *tx, int64_t account);
#endif
