/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_SIGN_IN_H
#define SERVICE_API_SIGN_IN_H

#include "service/app/endpoint.h"

/* Signing in by mail. A mail has a link, and six digits for a device on which the mail is not read. There are only a
 * million of these, so that tries are counted for the address, whoever makes them and whether anybody has it; the link always
 * works. */

enum {
    SIGN_IN_TRIES_OF_MAIL = 10,    /* digits that may be tried for an address in a day */
    SIGN_IN_TRIES_OF_CLIENT = 100, /* the same for all addresses, of one connection's address */

    /* Kinds of allowances (db/usage.h), above those of app/quota.h and oauth/oauth.h. */
    SIGN_IN_ALLOWANCE_MAIL = 110,
    SIGN_IN_ALLOWANCE_CLIENT,
};

void sign_in_ask(struct request *rq);        /* POST /v1/sign-in */
extern const struct endpoint sign_in_use;    /* POST /v1/sign-in/{code} */
extern const struct endpoint sign_in_digits; /* POST /v1/sign-in/digits */

#endif
