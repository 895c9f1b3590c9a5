/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_APPS_H
#define DB_APPS_H

#include "db/store.h"

/* Other people's programs, and the accounts that have let them in. Conventions as in db/store.h. */

enum { STORE_ABOUT_SIZE = 501, STORE_REDIRECTS_SIZE = 2561 };

/* ----------------------------------------------------------------------------------- apps -- */

struct store_app {
    int64_t id;
    char public_id[STORE_ID_SIZE]; /* OAuth's client_id */
    int64_t account;               /* who made it */
    char name[STORE_NAME_SIZE];
    char about[STORE_ABOUT_SIZE];
    char redirects[STORE_REDIRECTS_SIZE]; /* space-separated */
    int64_t created_at;
    char maker[STORE_NAME_SIZE]; /* read only: the account's name */
};

/* Called for each, borrowed; false ends the reading. */
typedef bool store_app_row(void *context, const struct store_app *app);

/* Fills app->id. STORE_CONFLICT: the public id is taken. */
enum store_result store_app_create(struct store_tx *tx, struct store_app *app);
enum store_result store_app_get(struct store_reader *reader, int64_t id, struct store_app *app);
enum store_result store_app_by_public_id(struct store_reader *reader, const char *public_id,
                                         struct store_app *app);
/* All of an account, oldest first. */
enum store_result store_app_list(struct store_reader *reader, int64_t account, store_app_row *row,
                                 void *context);
/* Deletes one app of an account, or all (NULL): their grants end, with all tokens. STORE_NONE: there was none. */
enum store_result store_app_delete(struct store_tx *tx, int64_t account, const char *public_id,
                                   int64_t now);

/* --------------------------------------------------------------------------------- grants -- */

struct store_grant {
    int64_t id;
    char public_id[STORE_ID_SIZE];
    int64_t app;
    int64_t account;
    int64_t token;                    /* its one token; the grant ends when that is revoked */
    uint8_t family[STORE_HASH_SIZE];  /* of what all its refresh tokens have in common */
    uint8_t refresh[STORE_HASH_SIZE]; /* of the one that is good */
    char scopes[STORE_SCOPES_SIZE];
    int64_t created_at;
    /* read only */
    char app_id[STORE_ID_SIZE]; /* public id */
    char app_name[STORE_NAME_SIZE];
    char app_about[STORE_ABOUT_SIZE];
    char app_maker[STORE_NAME_SIZE];
    char token_id[STORE_ID_SIZE]; /* public id */
    int64_t token_expires_at;
    int64_t token_revoked_at;
    int64_t used_at; /* when its token was used last, to the hour; 0: never */
};

typedef bool store_grant_row(void *context, const struct store_grant *grant);

/* Fills grant->id. STORE_CONFLICT: a key is taken. */
enum store_result store_grant_create(struct store_tx *tx, struct store_grant *grant);
enum store_result store_grant_get(struct store_reader *reader, int64_t id,
                                  struct store_grant *grant);
enum store_result store_grant_by_family(struct store_reader *reader,
                                        const uint8_t family[STORE_HASH_SIZE],
                                        struct store_grant *grant);
enum store_result store_grant_by_public_id(struct store_reader *reader, const char *public_id,
                                           struct store_grant *grant);
/* The grant whose token this is. */
enum store_result store_grant_by_token(struct store_reader *reader, int64_t token,
                                       struct store_grant *grant);
/* Whether an app has this token, or a browser that was signed in with an app's. STORE_NONE: none has. */
enum store_result store_grant_covers(struct store_reader *reader, int64_t token);
/* A grant is good at NOW if its token is not revoked and expires after this: it can be renewed for as long as a token
 * that has ended is kept. */
int64_t store_grant_since(int64_t now);
/* Whether an account lets an app read its games at NOW. STORE_NONE: it does not. */
enum store_result store_grant_reads(struct store_reader *reader, int64_t app, int64_t account,
                                    int64_t now);
/* Those of an account whose token is not revoked and expires after SINCE, oldest first. */
enum store_result store_grant_list(struct store_reader *reader, int64_t account, int64_t since,
                                   store_grant_row *row, void *context);
/* Replaces the refresh token that is good. */
enum store_result store_grant_set_refresh(struct store_tx *tx, int64_t id,
                                          const uint8_t refresh[STORE_HASH_SIZE]);

#endif
