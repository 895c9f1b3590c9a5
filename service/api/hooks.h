/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_HOOKS_H
#define SERVICE_API_HOOKS_H

#include <stdbool.h>

#include "db/hooks.h"

struct endpoint;
struct request;

void hooks_list_mine(struct request *rq);       /* GET /v1/me/webhooks */
extern const struct endpoint hooks_create_mine; /* POST /v1/me/webhooks */
extern const struct endpoint hooks_put_app;     /* PUT /v1/apps/{client_id}/webhook */
void hooks_list_game(struct request *rq);       /* GET /v1/games/{id}/webhooks */
extern const struct endpoint hooks_create_game; /* POST /v1/games/{id}/webhooks */
void hooks_get(struct request *rq);             /* GET /v1/webhooks/{webhook_id} */
extern const struct endpoint hooks_change;      /* PATCH /v1/webhooks/{webhook_id} */
extern const struct endpoint hooks_delete;      /* DELETE /v1/webhooks/{webhook_id} */
extern const struct endpoint hooks_rotate;      /* POST /v1/webhooks/{webhook_id}/secret */

/* Writes a webhook as its owner sees it; SECRET: NULL: not shown. */
struct writer;
void hooks_write(struct writer *w, const struct store_hook *hook, const char *secret);

/* Finds the caller's webhook that the path names. False: has answered. */
bool hooks_find(struct request *rq, struct store_hook *hook);

/* deliveries.c */
extern const struct endpoint deliveries_test;  /* POST /v1/webhooks/{webhook_id}/test */
void deliveries_list(struct request *rq);      /* GET /v1/webhooks/{webhook_id}/deliveries */
extern const struct endpoint deliveries_again; /* POST …/deliveries/{delivery_id}/redeliver */

#endif
