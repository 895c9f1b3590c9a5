/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_ACCOUNTS_H
#define SERVICE_API_ACCOUNTS_H

#include "service/http/request.h"

struct store_account;

/* Answers with an account and a token of it, which is wiped from TOKEN. */
void reply_account_token(struct request *rq, int status, const struct store_account *account,
                         char *token);

void accounts_create(struct request *rq); /* POST /v1/accounts */
void me_get(struct request *rq);          /* GET /v1/me */
void me_delete(struct request *rq);       /* DELETE /v1/me */
void tokens_list(struct request *rq);     /* GET /v1/me/tokens */
void tokens_create(struct request *rq);   /* POST /v1/me/tokens */
void tokens_delete(struct request *rq);   /* DELETE /v1/me/tokens/{token_id} */

#endif
