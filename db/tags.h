/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_TAGS_H
#define DB_TAGS_H

#include <stddef.h>

#include "db/store.h"

/* Words by which games are found again. Conventions as in db/store.h. */

enum { STORE_TAGS_MAX = 8, STORE_TAG_SIZE = 33 };

struct store_tags {
    unsigned n;
    char names[STORE_TAGS_MAX][STORE_TAG_SIZE];
};

/* Writes those of a new game. */
enum store_result store_tags_put(struct store_tx *tx, int64_t game, const struct store_tags *tags);
/* Notes that the game has ended, as its row says. */
enum store_result store_tags_end(struct store_tx *tx, int64_t game);

#endif
