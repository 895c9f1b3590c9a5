/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MAIL_ACTS_H
#define SERVICE_MAIL_ACTS_H

#include "db/mailboxes.h"
#include "service/account/auth.h"
#include "service/mail/receive.h"

/* What links in mails do, each within a store's job. STORE_NONE: the link does not work any more. */

/* The address that the mail went to is the account's own. */
enum store_result act_confirm(struct store_tx *tx, const struct store_link *link, int64_t now);

/* No more mail: switches the account's off; an address that nobody has confirmed, or that belongs to no
 * account, gets none from anybody here. May be done again. */
enum store_result act_unsubscribe(struct store_tx *tx, const struct store_link *link, int64_t now);

/* A new token for everything. */
enum store_result act_sign_in(struct store_tx *tx, const struct store_link *link, int64_t now,
                              char token[TOKEN_SIZE]);

/* A token for a browser: it looks, plays and makes games, and cannot change the account. */
enum store_result act_open(struct store_tx *tx, const struct store_link *link, int64_t now,
                           char token[TOKEN_SIZE]);

/* Mail came back. */
enum store_result act_bounce(struct store_tx *tx, const struct store_link *link,
                             const struct received *bounce, int64_t now);

/* An invitation to an address was not delivered, for good: tells who has sent it. */
enum store_result act_tell_inviter(struct store_tx *tx, const char *address, const char *detail,
                                   int64_t now);

#endif
