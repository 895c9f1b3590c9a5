/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_MAIL_H
#define SERVICE_API_MAIL_H

#include "db/store.h"

struct endpoint;
struct endpoint_call;
struct request;

/* In a call's run: the caller's address is this one from now on ("": none), and asked about by mail. Given
 * anew, also the same one, it is asked about again, unless it is confirmed and works. Refused to a token
 * that may set up no way into the account. */
enum store_result mail_set_address(struct store_tx *tx, struct endpoint_call *call,
                                   const char *address);

/* Writes the settings of somebody's mail as they see them. */
struct store_mailbox;
struct writer;
void mail_write_box(struct writer *w, const struct store_mailbox *box);

/* Reads an address that somebody has typed (mail_address_read), one that this server sends to: without a dot behind
 * the @ only where --mail-local says so. NULL, or what is wrong with it. */
const char *mail_read_address(struct request *rq, const char *typed,
                              char address[STORE_EMAIL_SIZE]);

void mail_get(struct request *rq);         /* GET /v1/me/mail */
extern const struct endpoint mail_patch;   /* PATCH /v1/me/mail */
extern const struct endpoint mail_confirm; /* POST /v1/me/mail/confirm */
void sign_in_ask(struct request *rq);      /* POST /v1/sign-in */
extern const struct endpoint sign_in_use;  /* POST /v1/sign-in/{code} */
void mail_in(struct request *rq);          /* POST /v1/mail-in */

#endif
