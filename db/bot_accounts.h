/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_BOT_ACCOUNTS_H
#define DB_BOT_ACCOUNTS_H

#include <stddef.h>

#include "db/store.h"

/* Accounts that programs play under. Conventions as in db/store.h. */

/* STORE_OK: the account has made, sits in or has played a rated game, or plays in a tournament that is not over. STORE_NONE:
 * it has not. */
enum store_result store_bot_competed(struct store_reader *reader, int64_t account);

/* Only the latest STORE_BOT_LATEST games of an account are counted, so that one that has played for years costs no more. */
enum { STORE_BOT_LATEST = 1000 };

struct store_bot_usage {
    int64_t games; /* open or running, that it sits in or is invited to */
    int64_t
        challenges; /* of others, made since STORE_DAY_MS before now, that it sits in or is invited to */
};
enum store_result store_bot_usage_get(struct store_reader *reader, int64_t account, int64_t now,
                                      struct store_bot_usage *usage);

#endif
