/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ACCOUNT_NAME_H
#define SERVICE_ACCOUNT_NAME_H

#include <stdbool.h>

#include "db/accounts.h"
#include "db/store.h"

/*
 * Names of accounts. A name is kept in Unicode's form NFKC, and no two accounts have names that differ in
 * case or form alone: what is unique is the key, the name with its case folded. What cannot be seen is no
 * part of a name, nor are letters of scripts that are not written together, which would let one name pass
 * for another.
 */

/* Makes *account's name and key of what somebody has typed (valid UTF-8). NULL, or what is wrong with it:
 * a static sentence that goes on after "the name". */
const char *account_name_set(struct store_account *account, const char *typed);

/* What is wrong with a text by which its owner tells things apart, such as a token's name, or NULL: what
 * cannot be seen. TEXT is valid UTF-8. */
const char *label_fault(const char *text);

/* The account that a name stands for, however it is typed. STORE_NONE: nobody's, or no name at all. */
enum store_result account_by_name(struct store_reader *reader, const char *typed,
                                  struct store_account *account);

/* Gives keys to accounts from before there were any whose names the database alone cannot fold. Waits for
 * the store's writer. False when the store failed. */
bool account_names_complete(struct store *store);

#endif
