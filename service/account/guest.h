/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ACCOUNT_GUEST_H
#define SERVICE_ACCOUNT_GUEST_H

#include <stdbool.h>

#include "db/accounts.h"
#include "service/http/request.h"

/*
 * Guests: accounts for playing without signing up, which end STORE_GUEST_DAYS after their last use
 * unless they are kept (PATCH /v1/me). They are accounts like all others, but may not create what
 * others would be left with when they end: public games, mail, webhooks, follows.
 */

/* Stores a guest; without a name it gets a free, friendly one. STORE_CONFLICT: its name is taken, or no
 * free one was found. */
enum store_result guest_create(struct store_tx *tx, struct store_account *account);

/* The refusal of something that is not for guests, "%s". */
#define GUEST_DETAIL "%s are not for guests; keep the account first, with PATCH /v1/me"

/* Whether the caller is no guest. False: has answered that WHAT, such as "public games", is not for
 * guests. */
bool guest_pass(struct request *rq, const char *what);

#endif
