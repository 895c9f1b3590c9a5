/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_PASSKEYS_H
#define SERVICE_API_PASSKEYS_H

#include "service/app/endpoint.h"

/* Passkeys (account/webauthn.h): an account's own, and signing in with one. Each begins with a challenge, which is kept, as a hash,
 * until it is answered or its time is over. */

enum {
    PASSKEYS_MAX = 20, /* of an account */
    PASSKEY_CHALLENGE_S = 5 * 60,
    PASSKEY_TRIES_OF_CLIENT =
        500, /* challenges in a day for signing in, of one connection's address */
    PASSKEY_TRIES_OF_ACCOUNT = 50, /* the same for registering */

    /* Kinds of allowances (db/usage.h), above those of sign_in.h. */
    PASSKEY_ALLOWANCE_CLIENT = 112,
    PASSKEY_ALLOWANCE_ACCOUNT,
};

struct store_passkey;
struct writer;
/* Writes a passkey as its owner sees it. */
void passkeys_write(struct writer *w, const struct store_passkey *passkey);

void passkeys_list(struct request *rq);              /* GET /v1/me/passkeys */
extern const struct endpoint passkeys_challenge;     /* POST /v1/me/passkeys/challenge */
extern const struct endpoint passkeys_create;        /* POST /v1/me/passkeys */
extern const struct endpoint passkeys_rename;        /* PATCH /v1/me/passkeys/{passkey_id} */
extern const struct endpoint passkeys_delete;        /* DELETE /v1/me/passkeys/{passkey_id} */
extern const struct endpoint passkey_sign_challenge; /* POST /v1/sign-in/passkey/challenge */
extern const struct endpoint passkey_sign_in;        /* POST /v1/sign-in/passkey */

#endif
