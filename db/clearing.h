/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_CLEARING_H
#define DB_CLEARING_H

#include "db/store.h"

/* Removing games once all accounts that made or ever played them are deleted. Nothing else removes a log.
 * Conventions as in db/store.h. */

/* The first account with an id greater than AFTER that is deleted and whose games may still have to be removed.
 * STORE_NONE: there is none. */
enum store_result store_clearing_next(struct store_reader *reader, int64_t after, int64_t *account);

/* Removes the first games of the account, LIMIT at most, that are over and that only deleted accounts and bots have
 * made and ever played. *removed: how many; 0: the account is done, or has to wait for a game that still goes
 * on. */
enum store_result store_clearing_do(struct store_tx *tx, int64_t account, unsigned limit,
                                    unsigned *removed);

#endif
