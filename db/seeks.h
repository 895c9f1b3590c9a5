/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_SEEKS_H
#define DB_SEEKS_H

#include "db/store.h"

/* What people look for. Conventions as in db/store.h. */

enum { STORE_SEEK_TEXT_SIZE = 4096 };

struct store_seek {
    int64_t id;
    char public_id[STORE_ID_SIZE];
    int64_t account;
    char name[STORE_NAME_SIZE]; /* read only: the account's */
    char settings[STORE_SEEK_TEXT_SIZE];
    char pool[STORE_SEEK_TEXT_SIZE];
    unsigned players_min, players_max;
    int category;
    int rating_window; /* 0: any */
    unsigned shared_hours;
    int64_t created_at, expires_at;
};

/* Fills seek->id. */
enum store_result store_seek_add(struct store_tx *tx, struct store_seek *seek);
/* STORE_NONE: the account has none with this public id. */
enum store_result store_seek_cancel(struct store_tx *tx, int64_t account, const char *public_id);
/* Ends one that has been matched. STORE_CONFLICT: it has ended already. */
enum store_result store_seek_end(struct store_tx *tx, int64_t id);

/* Those that have not expired at NOW, of ACCOUNT (0: of all), the newest first, below the id BEFORE; row returns false to
 * end. */
enum store_result store_seek_list(struct store_reader *reader, int64_t account, int64_t now,
                                  int64_t before, unsigned limit,
                                  bool (*row)(void *context, const struct store_seek *seek),
                                  void *context);

/* Those of a pool that have not expired at NOW, the oldest first. */
enum store_result store_seek_pool(struct store_reader *reader, const char *pool, int64_t now,
                                  unsigned limit,
                                  bool (*row)(void *context, const struct store_seek *seek),
                                  void *context);

/* The pool of the first seek behind the id AFTER whose pool has no earlier one; STORE_NONE: there is none. *id is that
 * seek's. */
enum store_result store_seek_next_pool(struct store_reader *reader, int64_t after, int64_t *id,
                                       char pool[STORE_SEEK_TEXT_SIZE]);

/* Whether one of the two avoids or blocks the other. */
enum store_result store_people_apart(struct store_reader *reader, int64_t one, int64_t other,
                                     bool *apart);

#endif
