/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ACCOUNT_GUEST_H
#define SERVICE_ACCOUNT_GUEST_H

#include <stdbool.h>

#include "db/accounts.h"
#include "service/http/request.h"

/*
 * Guests: accounts that somebody plays with at once, and that end STORE_GUEST_DAYS after their last use
 * unless they are kept (PATCH /v1/me). They are accounts like all others, but what others would be left
 * with when a guest ends is not for them: public games, mail, webhooks, follows.
 */

/* Stores a guest; where it has no name yet, with a friendly one that is nobody's. STORE_CONFLICT: the name
 * that it has is taken, or no free one was found. */
enum store_result guest_create(struct store_tx *tx, struct store_account *account);

/* What a guest is told of what is not for guests, "%s". */
#define GUEST_DETAIL "%s are not for guests; keep the account first, with PATCH /v1/me"

/* Lets pass whoever is no guest. False: has answered that WHAT, "public games", is not for guests. */
bool guest_pass(struct request *rq, const char *what);

#endif
