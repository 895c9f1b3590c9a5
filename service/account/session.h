/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ACCOUNT_SESSION_H
#define SERVICE_ACCOUNT_SESSION_H

#include <stdint.h>

#include "db/accounts.h"
#include "service/account/auth.h"
#include "service/http/request.h"

/* Sessions of browsers: each has a token of its own, in a cookie that no script can read. */

enum {
    SESSION_DAYS = 30,
    SESSION_GUEST_DAYS = 365, /* a guest's only access; an unused guest ends sooner */
    SESSIONS_MAX = 10         /* of an account; a further one ends the oldest */
};

/* For how long a browser is signed in. */
static inline int session_days(bool guest) {
    return guest ? SESSION_GUEST_DAYS : SESSION_DAYS;
}

/* Draws and stores a token whose owner, name, times and parent (0: none) are set. STORE_NONE: the account
 * is gone, or the parent has ended. */
enum store_result session_token(struct store_tx *tx, struct store_token *token, unsigned scopes,
                                char secret[TOKEN_SIZE]);

/* What a browser that is to be signed in has sent: its name, and its former cookie. */
struct session_before {
    char browser[STORE_NAME_SIZE];
    bool known; /* there is a cookie */
    uint8_t hash[TOKEN_HASH_SIZE];
    int64_t ended; /* by session_replace: the account whose session it was; 0: nobody's */
};
struct session_before session_before(struct request *rq);

/* Makes the token of the browser BEFORE with these SCOPES, which ends after DAYS; PARENT: the token it was made with
 * (0: none). STORE_NONE: as above. */
enum store_result session_begin(struct store_tx *tx, const struct session_before *before,
                                int64_t account, int64_t parent, unsigned scopes, int days,
                                int64_t now, char secret[TOKEN_SIZE]);

/* Ends all sessions of the account but the one with the public id KEPT. */
enum store_result session_end_others(struct store_tx *tx, int64_t account, const char *kept,
                                     int64_t now);

/* Whether a request to sign a browser in may proceed. False: it came from another site's page,
 * which must not sign somebody in as somebody else, and has been refused. */
bool session_pass(struct request *rq);

/* Prepares replacing the cookie by SECRET. The former session ends, and so do web push
 * subscriptions for another account than the one now signed in; those of the same account are
 * kept. */
enum store_result session_replace(struct store_tx *tx, struct session_before *before,
                                  const char *secret, int64_t now);

/* Before the holder of the token PARENT revokes it: detaches the session that their browser made with
 * it, which lasts until its own end. */
enum store_result session_release(struct store_tx *tx, const struct session_before *before,
                                  int64_t parent);

/* Sets the browser's cookie to the token, for DAYS; NULL deletes it. */
void session_cookie(struct request *rq, const char *secret, int days);

#endif
