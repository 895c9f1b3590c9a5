/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_ACCOUNTS_H
#define SERVICE_API_ACCOUNTS_H

#include "db/accounts.h"
#include "service/http/request.h"

struct endpoint;
struct store_account;

/* Writes an account and a token of it as a document. */
void account_write_token(struct buffer *body, const struct store_account *account,
                         const char *token);

/* Why a token that ended after it was judged is refused. */
extern const char account_token_ended[];
/* What an endpoint does once a token of the caller's has ended: its streams and long polls end. */
void account_tokens_changed(void *state);

extern const struct endpoint accounts_create; /* POST /v1/accounts */
void me_get(struct request *rq);              /* GET /v1/me */
extern const struct endpoint me_delete;       /* DELETE /v1/me */
void tokens_list(struct request *rq);         /* GET /v1/me/tokens */
extern const struct endpoint tokens_create;   /* POST /v1/me/tokens */
extern const struct endpoint tokens_delete;   /* DELETE /v1/me/tokens/{token_id} */

#endif
