/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_HOOKS_H
#define DB_HOOKS_H

#include "db/store.h"

/* Webhooks: where programs of our players receive news of their games. */

enum { STORE_URL_SIZE = 1025, STORE_SECRET_SIZE = 32, STORE_WHY_SIZE = 200 };

struct store_hook {
    int64_t id;
    char public_id[STORE_ID_SIZE];
    int64_t account; /* its owner */
    int64_t game;    /* the game it is for; 0: all that its owner plays */
    int64_t app;     /* the app it is for: all that those play who let that in; 0: none */
    char app_id[STORE_ID_SIZE];         /* read only: that app's public id */
    char game_public_id[STORE_ID_SIZE]; /* read only: "" for all */
    char url[STORE_URL_SIZE];
    uint64_t kinds; /* the events it wants: a set, numbered by the service */
    uint8_t secret[STORE_SECRET_SIZE];
    uint8_t old_secret[STORE_SECRET_SIZE]; /* signs as well until old_until */
    int64_t old_until;                     /* 0: there is none */
    int64_t created_at;
    int64_t sent_at;       /* when a message got through last */
    int64_t failing_since; /* the first failure after that */
    int64_t disabled_at;   /* 0: it is in use */
    char disabled_why[STORE_WHY_SIZE];
    int64_t token;                /* the token that it ends with; 0: none */
    char token_id[STORE_ID_SIZE]; /* read only, of that token */
    int64_t token_revoked_at;
    int64_t token_expires_at;
};

/* Called for each, borrowed; false ends the reading. */
typedef bool store_hook_row(void *context, const struct store_hook *hook);

/* Fills hook->id. STORE_CONFLICT: the public id is taken. */
enum store_result store_hook_create(struct store_tx *tx, struct store_hook *hook);
enum store_result store_hook_get(struct store_reader *reader, int64_t id, struct store_hook *hook);
enum store_result store_hook_by_public_id(struct store_reader *reader, const char *public_id,
                                          struct store_hook *hook);
/* All of an account, oldest first. */
enum store_result store_hook_list(struct store_reader *reader, int64_t account, store_hook_row *row,
                                  void *context);
/* Those that are not disabled and want one of KINDS: webhooks for all games of ACCOUNT or, if that is 0,
 * for GAME. */
enum store_result store_hook_wanting(struct store_reader *reader, int64_t account, int64_t game,
                                     uint64_t kinds, store_hook_row *row, void *context);
/* The same of the apps that ACCOUNT has let in to read its games, at NOW. */
enum store_result store_hook_wanting_apps(struct store_reader *reader, int64_t account, int64_t now,
                                          uint64_t kinds, store_hook_row *row, void *context);
/* That of an app. */
enum store_result store_hook_by_app(struct store_reader *reader, int64_t app,
                                    struct store_hook *hook);
/* Writes what may change: URL, kinds, secrets, whether and why it is disabled, failing_since, the token.
 * STORE_NONE: it is gone. */
enum store_result store_hook_set(struct store_tx *tx, const struct store_hook *hook);
/* Notes that a message got through, or did not. */
enum store_result store_hook_note(struct store_tx *tx, int64_t id, bool through, int64_t now);
/* Takes it out of use. STORE_CONFLICT: it is gone or out of use already. */
enum store_result store_hook_disable(struct store_tx *tx, int64_t id, const char *why, int64_t now);
enum store_result store_hook_delete(struct store_tx *tx, int64_t id);
#endif
