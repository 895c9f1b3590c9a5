/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_PASSKEYS_H
#define DB_PASSKEYS_H

#include "db/store.h"

/* Passkeys (service/account/webauthn.h), and the challenges that devices sign. Conventions as in db/store.h. */

enum {
    STORE_CREDENTIAL_SIZE = 1365,       /* a credential's name of at most 1023 bytes in base64url */
    STORE_PUBLIC_KEY_SIZE = 347,        /* the largest key, of RSA with 2048 bits, in base64url */
    STORE_PASSKEY_CHALLENGES_MAX = 4096 /* not answered yet; further ones replace the oldest */
};

struct store_passkey {
    int64_t id;
    char public_id[STORE_ID_SIZE];
    int64_t account;
    char credential[STORE_CREDENTIAL_SIZE];
    int64_t algorithm;
    char public_key[STORE_PUBLIC_KEY_SIZE];
    int64_t sign_count;
    bool backed_up;
    char name[STORE_NAME_SIZE];
    int64_t created_at;
    int64_t last_used_at; /* 0: never */
};

/* STORE_CONFLICT: the credential, or the public id, exists already. */
enum store_result store_passkey_add(struct store_tx *tx, const struct store_passkey *passkey);
/* Calls row for each passkey of the account, oldest first, until it returns false. */
typedef bool store_passkey_row(void *context, const struct store_passkey *passkey);
enum store_result store_passkey_list(struct store_reader *reader, int64_t account,
                                     store_passkey_row *row, void *context);
enum store_result store_passkey_count(struct store_reader *reader, int64_t account, int64_t *count);
enum store_result store_passkey_get(struct store_reader *reader, int64_t account,
                                    const char *public_id, struct store_passkey *passkey);
enum store_result store_passkey_by_credential(struct store_reader *reader, const char *credential,
                                              struct store_passkey *passkey);
/* Notes a signature: stores passkey->sign_count, backed_up and last_used_at. STORE_NONE: the passkey is gone, or its count
 * does not follow the one of the last signature. */
enum store_result store_passkey_used(struct store_tx *tx, const struct store_passkey *passkey);
enum store_result store_passkey_rename(struct store_tx *tx, int64_t account, const char *public_id,
                                       const char *name);
enum store_result store_passkey_remove(struct store_tx *tx, int64_t account, const char *public_id);

/* Notes a challenge by its hash, of ACCOUNT who registers a passkey; 0: somebody signs in. */
enum store_result store_passkey_challenge_add(struct store_tx *tx,
                                              const uint8_t hash[STORE_HASH_SIZE], int64_t account,
                                              int64_t expires_at);
/* Uses one up. STORE_NONE: at NOW there is none that was given out for this. */
enum store_result store_passkey_challenge_take(struct store_tx *tx,
                                               const uint8_t hash[STORE_HASH_SIZE], int64_t account,
                                               int64_t now);

#endif
