/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ACCOUNT_SESSION_H
#define SERVICE_ACCOUNT_SESSION_H

#include <stdint.h>

#include "db/accounts.h"
#include "service/account/auth.h"
#include "service/http/request.h"

/* Browsers that are signed in: each has a token of its own, in a cookie that no script can read. */

enum {
    SESSION_DAYS = 30,
    SESSION_GUEST_DAYS = 365, /* it is all that a guest has, who ends sooner where nobody comes */
    SESSIONS_MAX = 10         /* of an account; the oldest ends where one more begins */
};

/* For how long a browser is signed in. */
static inline int session_days(bool guest) {
    return guest ? SESSION_GUEST_DAYS : SESSION_DAYS;
}

/* Makes and stores a token, of which its owner, name, times and parent (0: none) are set. STORE_NONE: the
 * account is gone, or the parent has ended. */
enum store_result session_token(struct store_tx *tx, struct store_token *token, unsigned scopes,
                                char secret[TOKEN_SIZE]);

/* A browser's token, made with the token PARENT (0: with none), which may do what scopes says and ends
 * after so many days. STORE_NONE: as above. */
enum store_result session_begin(struct store_tx *tx, int64_t account, int64_t parent,
                                unsigned scopes, int days, int64_t now, char secret[TOKEN_SIZE]);

/* What the browser's cookie was until now. */
struct session_before {
    bool known;
    uint8_t hash[TOKEN_HASH_SIZE];
    int64_t ended; /* by session_replace: the account whose session it was; 0: nobody's */
};
struct session_before session_before(struct request *rq);

/* Lets a browser pass that is asked to be signed in. False: another site's page asks, and has been
 * refused: it must not sign somebody in as somebody else. */
bool session_pass(struct request *rq);

/* SECRET takes the cookie's place. A session that no browser has any more ends, and so do web push
 * messages for somebody else than is signed in now; one's own come as before. */
enum store_result session_replace(struct store_tx *tx, struct session_before *before,
                                  const char *secret, int64_t now);

/* Before the token PARENT is taken back by its own holder: the session that their browser made with it
 * goes on alone, until its own end. */
enum store_result session_release(struct store_tx *tx, const struct session_before *before,
                                  int64_t parent);

/* Hands the token into the browser's keeping, for so many days; NULL takes it away again. */
void session_cookie(struct request *rq, const char *secret, int days);

#endif
