/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MAIL_ACTS_H
#define SERVICE_MAIL_ACTS_H

#include "db/mailboxes.h"
#include "service/account/auth.h"
#include "service/mail/receive.h"

/* The actions behind links in mails, each run within a job of the store. STORE_NONE: the link no
 * longer works. */

/* Confirms that the address the mail was sent to belongs to the account. */
enum store_result act_confirm(struct store_tx *tx, const struct store_link *link, int64_t now);

/* Stops mail: switches it off for the account; an unconfirmed address, or one without an account, is
 * blocked for everybody on this server. Idempotent. */
enum store_result act_unsubscribe(struct store_tx *tx, const struct store_link *link, int64_t now);

/* Creates a token with all rights. */
enum store_result act_sign_in(struct store_tx *tx, const struct store_link *link, int64_t now,
                              char token[TOKEN_SIZE]);

/* Creates a token for a browser, which can view, play and create games but not change the
 * account. */
struct session_before;
enum store_result act_open(struct store_tx *tx, const struct store_link *link,
                           const struct session_before *browser, int64_t now,
                           char token[TOKEN_SIZE]);

/* Records a bounce. */
enum store_result act_bounce(struct store_tx *tx, const struct store_link *link,
                             const struct received *bounce, int64_t now);

/* Tells the inviter that an invitation to an address failed permanently. */
enum store_result act_tell_inviter(struct store_tx *tx, const char *address, const char *detail,
                                   int64_t now);

#endif
