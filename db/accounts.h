/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_ACCOUNTS_H
#define DB_ACCOUNTS_H

#include "db/store.h"

/* Accounts and their tokens. Conventions as in db/store.h. */

/* ------------------------------------------------------------------------------- accounts -- */

enum {
    STORE_GUEST_DAYS = 30,    /* until an unused guest's time is over */
    STORE_GUEST_OVER_DAYS = 3 /* from then on until it ends, if it is still not used */
};
/* When a guest used at NOW ends. */
int64_t store_guest_until(int64_t now);

struct store_account {
    int64_t id;
    char public_id[STORE_ID_SIZE];
    char name[STORE_NAME_SIZE];         /* "" once deleted */
    char name_key[STORE_NAME_KEY_SIZE]; /* normalized form of the name, unique; for creating */
    uint8_t alike[STORE_HASH_SIZE];     /* hash of how the name looks, unique; zeros: not made
                                         * yet */
    char email[STORE_EMAIL_SIZE];
    unsigned language; /* of texts sent to them: the service's number */
    int64_t created_at;
    int64_t deleted_at;
    int64_t guest_until; /* when a guest ends unless it is used; 0: no guest */
    bool bot;            /* a program plays under it */
};

/* Fills account->id. STORE_CONFLICT: the name, its key, a name that looks alike, or the public id is
 * taken. */
enum store_result store_account_create(struct store_tx *tx, struct store_account *account);
enum store_result store_account_get(struct store_reader *reader, int64_t id,
                                    struct store_account *account);
enum store_result store_account_by_public_id(struct store_reader *reader, const char *public_id,
                                             struct store_account *account);
/* The account whose name has this key. */
enum store_result store_account_by_name(struct store_reader *reader, const char *key,
                                        struct store_account *account);
/* The account whose name looks like this. */
enum store_result store_account_by_alike(struct store_reader *reader,
                                         const uint8_t alike[STORE_HASH_SIZE],
                                         struct store_account *account);
/* An account with a name that has no key or no alike hash yet; STORE_NONE: there is none. */
enum store_result store_account_without_forms(struct store_reader *reader,
                                              struct store_account *account);
/* Stores account->name_key and alike. */
enum store_result store_account_set_forms(struct store_tx *tx, const struct store_account *account);
/* Reserves a name that ACCOUNT gives up, as the hash of one of its forms, for that account until FREE_AT. The
 * latest STORE_FORMER_NAMES of each account are kept. */
enum { STORE_FORMER_NAMES = 16 };
enum store_result store_former_name_add(struct store_tx *tx, const uint8_t hash[STORE_HASH_SIZE],
                                        int64_t account, int64_t free_at);
/* STORE_CONFLICT: at NOW the name is reserved for another account. */
enum store_result store_former_name_check(struct store_reader *reader,
                                          const uint8_t hash[STORE_HASH_SIZE], int64_t account,
                                          int64_t now);
/* Stores account->name, its key, alike, guest_until, language and bot. STORE_CONFLICT: the name is another
 * account's. STORE_NONE: no such account, or deleted. */
enum store_result store_account_set(struct store_tx *tx, const struct store_account *account);
/* Marks the guests whose time is over at NOW with LIVED, the servers' running time so far (db/heartbeat.h). A use
 * removes the mark. */
enum store_result store_guests_over(struct store_tx *tx, int64_t now, int64_t lived);
/* The first guests, at most MAX, that have been marked for STORE_GUEST_OVER_DAYS of running time. A clock that is
 * wrong for a while thus ends no guest. */
enum store_result store_guests_ended(struct store_reader *reader, int64_t now, int64_t lived,
                                     int64_t *ids, size_t max, size_t *count);
/* Erases name and address and revokes all tokens; games and logs stay. STORE_NONE: no such account,
 * or already deleted. */
enum store_result store_account_delete(struct store_tx *tx, int64_t id, int64_t now);

/* Statistics of one account's `play` games, those that are listed for the viewer. */
struct store_account_stats {
    int64_t active;
    int64_t finished;
    int64_t won;
    int64_t resigned;                    /* games of any status; a resigned game is never won */
    int64_t people_finished, people_won; /* of those with other people than this one */
};
enum store_result store_account_stats(struct store_reader *reader, int64_t account, int64_t viewer,
                                      struct store_account_stats *stats);

/* --------------------------------------------------------------------------------- tokens -- */

struct store_token {
    int64_t id;
    char public_id[STORE_ID_SIZE];
    int64_t account;
    char name[STORE_NAME_SIZE];
    uint8_t hash[STORE_HASH_SIZE];
    char scopes[STORE_SCOPES_SIZE];
    int64_t created_at;
    int64_t expires_at;
    int64_t last_used_at;
    int64_t revoked_at;
    bool session;                  /* a browser is signed in by it */
    int64_t parent;                /* the token that it was made with, and ends with; 0: none */
    char parent_id[STORE_ID_SIZE]; /* its public id */
};

/* Fills token->id. STORE_CONFLICT: the hash or the public id exists already. */
enum store_result store_token_create(struct store_tx *tx, struct store_token *token);
/* Calls row for each token of the account that is not revoked, oldest first, until it says false. */
enum store_result store_token_list(struct store_reader *reader, int64_t account,
                                   bool (*row)(void *context, const struct store_token *token),
                                   void *context);
enum store_result store_token_get(struct store_reader *reader, int64_t id,
                                  struct store_token *token);
/* Revokes the token and all that were made with it, and so on. STORE_NONE: the account has no such
 * token, or it is revoked already. */
enum store_result store_token_revoke(struct store_tx *tx, int64_t account, const char *public_id,
                                     int64_t now);
/* Replaces a token's hash, scopes and end. STORE_NONE: it is revoked. */
enum store_result store_token_renew(struct store_tx *tx, const struct store_token *token);
/* Detaches a token from its parent, so that it does not end with it. */
enum store_result store_token_release(struct store_tx *tx, int64_t id);
/* Finds a token, also a revoked or expired one (the caller judges), and its account. */
enum store_result store_token_find(struct store_reader *reader, const uint8_t hash[STORE_HASH_SIZE],
                                   struct store_token *token, struct store_account *account);
/* Notes a use, which postpones a guest's end; callers do so at most once an hour per token. */
enum store_result store_token_used(struct store_tx *tx, int64_t id, int64_t now);

#endif
