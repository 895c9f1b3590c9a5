/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_ACCOUNTS_H
#define SERVICE_API_ACCOUNTS_H

#include "db/accounts.h"
#include "service/http/request.h"

struct endpoint;
struct endpoint_call;
struct store_account;

struct writer;

/* Reads the caller's account. False: has answered. */
bool account_read_own(struct request *rq, struct store_account *account);
/* Writes an account as only its owner sees it. */
void account_write_own(struct writer *w, const struct store_account *account);
/* Writes an account and a token of it as a document. */
void account_write_token(struct buffer *body, const struct store_account *account,
                         const char *token);

/* Writes a token as its owner sees it in a list: without its secret. */
struct store_token;
void account_write_token_row(struct writer *w, const struct store_token *token);

/* The refusal of a token that ended after it was checked. */
extern const char account_token_ended[];
/* In a call's run: refuses it if the token may not set up access to the account (token_check_way_in). */
enum store_result account_check_way_in(struct store_tx *tx, struct endpoint_call *call);
/* An endpoint's `committed` after a change of the caller's account or its tokens: streams and long
 * polls look again, and end with their token. */
void account_tokens_changed(void *state);

extern const struct endpoint accounts_create; /* POST /v1/accounts */
void me_get(struct request *rq);              /* GET /v1/me */
extern const struct endpoint me_patch;        /* PATCH /v1/me */
extern const struct endpoint me_delete;       /* DELETE /v1/me */
void tokens_list(struct request *rq);         /* GET /v1/me/tokens */
extern const struct endpoint tokens_create;   /* POST /v1/me/tokens */
extern const struct endpoint tokens_delete;   /* DELETE /v1/me/tokens/{token_id} */

#endif
