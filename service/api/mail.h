/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_MAIL_H
#define SERVICE_API_MAIL_H

#include "db/store.h"
#include "service/mail/link.h"

struct endpoint;
struct endpoint_call;
struct request;

/* In a call's run: sets the caller's address ("": none) and sends a confirmation mail. The same address is
 * confirmed again, unless it is confirmed and works. Refused to a token that may not set up access to the
 * account. */
enum store_result mail_set_address(struct store_tx *tx, struct endpoint_call *call,
                                   const char *address);

/* Writes an account's mail settings as its owner sees them. */
struct store_mailbox;
struct writer;
void mail_write_box(struct writer *w, const struct store_mailbox *box);

/* Reads a typed address (mail_address_read) that this server can send to: without a dot after the @ only with
 * --mail-local. Returns NULL, or what is wrong with it. */
const char *mail_read_address(struct request *rq, const char *typed,
                              char address[STORE_EMAIL_SIZE]);

/* Finds the link with the secret CODE. False: has answered. */
bool mail_find_link(struct request *rq, const char *code, enum link_purpose purpose,
                    struct store_link *link);

void mail_get(struct request *rq);         /* GET /v1/me/mail */
extern const struct endpoint mail_patch;   /* PATCH /v1/me/mail */
extern const struct endpoint mail_confirm; /* POST /v1/me/mail/confirm */
void mail_in(struct request *rq);          /* POST /v1/mail-in */

#endif
