/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_MAIL_H
#define SERVICE_API_MAIL_H

struct endpoint;
struct request;

void mail_get(struct request *rq);         /* GET /v1/me/mail */
extern const struct endpoint mail_patch;   /* PATCH /v1/me/mail */
extern const struct endpoint mail_confirm; /* POST /v1/me/mail/confirm */
void sign_in_ask(struct request *rq);      /* POST /v1/sign-in */
extern const struct endpoint sign_in_use;  /* POST /v1/sign-in/{code} */
void mail_in(struct request *rq);          /* POST /v1/mail-in */

#endif
