/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_MAIL_H
#define SERVICE_API_MAIL_H

#include "service/http/request.h"

void mail_get(struct request *rq);     /* GET /v1/me/mail */
void mail_patch(struct request *rq);   /* PATCH /v1/me/mail */
void mail_confirm(struct request *rq); /* POST /v1/me/mail/confirm */
void sign_in_ask(struct request *rq);  /* POST /v1/sign-in */
void sign_in_use(struct request *rq);  /* POST /v1/sign-in/{code} */
void mail_in(struct request *rq);      /* POST /v1/mail-in */

#endif
