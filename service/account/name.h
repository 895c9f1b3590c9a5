/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ACCOUNT_NAME_H
#define SERVICE_ACCOUNT_NAME_H

#include <stdbool.h>

#include "db/accounts.h"
#include "db/store.h"
#include "service/app/config.h"

/*
 * Names of accounts. A name is kept in Unicode's form NFKC, and no two accounts have names that differ in
 * case or form alone, or look alike: what is unique is the key, the name with its case folded, and a hash of what it
 * looks like (seen_form). What cannot be seen is no part of a name, nor are letters of scripts that are not written
 * together. A name that somebody gives up stays theirs for --name-hold-days.
 */

/* Makes *account's name, its key and what it looks like of what somebody has typed (valid UTF-8). NULL, or what is
 * wrong with it: a static sentence that goes on after "the name". */
const char *account_name_set(struct store_account *account, const char *typed);

/* What accounts are told of whose name is taken; "%.128s" is the name. */
#define ACCOUNT_NAME_TAKEN                                                                         \
    "the name \"%.128s\" is taken, looks like one that is, or was another account's until "        \
    "recently; "                                                                                   \
    "choose another"

/* The account that a name stands for, however it is typed. STORE_NONE: nobody's, or no name at all. */
enum store_result account_by_name(struct store_reader *reader, const char *typed,
                                  struct store_account *account);

/* As store_account_create. STORE_CONFLICT also where the name was somebody else's until lately. */
enum store_result account_create(struct store_tx *tx, struct store_account *account);

/* Gives *ACCOUNT, as it is stored, the name of NAMED, for store_account_set. STORE_CONFLICT as above. CONFIG may be
 * NULL: then the old name is free at once. */
enum store_result account_rename(struct store_tx *tx, const struct config *config,
                                 const struct store_account *named, struct store_account *account,
                                 int64_t now);

/* As store_account_delete, and its name is nobody's for a while. */
enum store_result account_delete(struct store_tx *tx, const struct config *config, int64_t id,
                                 int64_t now);

/* Gives keys, and what they look like, to accounts from before there were any. Waits for the store's writer. False
 * when the store failed. */
bool account_names_complete(struct store *store);

#endif
