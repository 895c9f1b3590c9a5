/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ACCOUNT_NAME_H
#define SERVICE_ACCOUNT_NAME_H

#include <stdbool.h>

#include "db/accounts.h"
#include "db/store.h"
#include "service/app/config.h"

/*
 * Names of accounts. A name is stored in Unicode's form NFKC, and no two accounts have names that look alike or
 * differ only in case or form: its key, the case-folded name, and a hash of what it looks like (seen_form) are
 * unique. Names contain no invisible characters, and no mix of scripts that are not written together. A name that
 * is given up stays reserved for its owner for --name-hold-days.
 */

/* Sets *account's name, its key and alike hash from TYPED (valid UTF-8). Returns NULL, or what is wrong with it:
 * the static rest of a sentence after "the name". */
const char *account_name_set(struct store_account *account, const char *typed);

/* The refusal of a taken name; "%.128s" is the name. */
#define ACCOUNT_NAME_TAKEN                                                                         \
    "the name \"%.128s\" is taken, looks like one that is, or was another account's until "        \
    "recently; "                                                                                   \
    "choose another"

/* The account with a name, in any spelling. STORE_NONE: there is none, or it cannot be a name. */
enum store_result account_by_name(struct store_reader *reader, const char *typed,
                                  struct store_account *account);

/* As store_account_create. STORE_CONFLICT also if the name is reserved for another account. */
enum store_result account_create(struct store_tx *tx, struct store_account *account);

/* Gives *ACCOUNT, as stored, the name of NAMED, for store_account_set. STORE_CONFLICT as above. CONFIG may be
 * NULL: then the old name is free at once. */
enum store_result account_rename(struct store_tx *tx, const struct config *config,
                                 const struct store_account *named, struct store_account *account,
                                 int64_t now);

/* As store_account_delete, and reserves its name for a while. */
enum store_result account_delete(struct store_tx *tx, const struct config *config, int64_t id,
                                 int64_t now);

/* Adds keys and alike hashes to older accounts that lack them. Waits for the store's writer. False when the store
 * failed. */
bool account_names_complete(struct store *store);

#endif
