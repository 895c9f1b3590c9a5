/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_OAUTH_GRANT_H
#define SERVICE_OAUTH_GRANT_H

#include "db/apps.h"
#include "service/account/auth.h"
#include "service/oauth/secret.h"

/* Grants in their life: begun, renewed, ended. All of it in jobs of the store. */

/* What an app gets: secrets that are shown once. */
struct issued {
    char access[TOKEN_SIZE];
    char refresh[REFRESH_SIZE];
    char scopes[STORE_SCOPES_SIZE];
};

/* The scopes of a text as bits. False: a word in it is no scope, or there is none. */
bool grant_read_scopes(const char *text, unsigned *scopes);

/* Lets APP into an account; *grant gets the new grant. Ends the oldest grant where the account and the app have
 * OAUTH_GRANTS_OF_APP_MAX already. STORE_NONE: the account is gone. STORE_CONFLICT: it has OAUTH_GRANTS_MAX already. */
enum store_result grant_begin(struct store_tx *tx, const struct store_app *app, int64_t account,
                              unsigned scopes, int64_t now, struct store_grant *grant,
                              struct issued *issued);

/* Gives the grant a new access token with these scopes, and a new refresh token behind OLD; those before are void.
 * STORE_NONE: it has ended. */
enum store_result grant_renew(struct store_tx *tx, const struct store_grant *grant, const char *old,
                              unsigned scopes, int64_t now, struct issued *issued);

/* Ends it at once, with its tokens and what was made with them; again is fine. */
enum store_result grant_end(struct store_tx *tx, const struct store_grant *grant, int64_t now);

/* The time that the access token of a grant that is still good at NOW expires after. */
int64_t grant_good_since(int64_t now);
/* Whether the grant has not ended, and can be renewed at NOW. */
bool grant_is_good(const struct store_grant *grant, int64_t now);

/* How many good grants an account has. */
enum store_result grant_count(struct store_reader *reader, int64_t account, int64_t now,
                              unsigned *count);

#endif
