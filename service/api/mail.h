/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_MAIL_H
#define SERVICE_API_MAIL_H

#include <stdint.h>

#include "db/store.h"

struct endpoint;
struct request;

/* In a job: the account's address is this one from now on ("": none), and asked about by mail. Given anew,
 * also the same one, it is asked about again, unless it is confirmed and works. */
enum store_result mail_set_address(struct store_tx *tx, int64_t account, const char *address,
                                   int64_t now);

void mail_get(struct request *rq);         /* GET /v1/me/mail */
extern const struct endpoint mail_patch;   /* PATCH /v1/me/mail */
extern const struct endpoint mail_confirm; /* POST /v1/me/mail/confirm */
void sign_in_ask(struct request *rq);      /* POST /v1/sign-in */
extern const struct endpoint sign_in_use;  /* POST /v1/sign-in/{code} */
void mail_in(struct request *rq);          /* POST /v1/mail-in */

#endif
