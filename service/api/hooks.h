/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_HOOKS_H
#define SERVICE_API_HOOKS_H

struct request;

void hooks_list_mine(struct request *rq);   /* GET /v1/me/webhooks */
void hooks_create_mine(struct request *rq); /* POST /v1/me/webhooks */
void hooks_list_game(struct request *rq);   /* GET /v1/games/{id}/webhooks */
void hooks_create_game(struct request *rq); /* POST /v1/games/{id}/webhooks */
void hooks_get(struct request *rq);         /* GET /v1/webhooks/{webhook_id} */
void hooks_change(struct request *rq);      /* PATCH /v1/webhooks/{webhook_id} */
void hooks_delete(struct request *rq);      /* DELETE /v1/webhooks/{webhook_id} */
void hooks_rotate(struct request *rq);      /* POST /v1/webhooks/{webhook_id}/secret */
void hooks_try(struct request *rq);         /* POST /v1/webhooks/{webhook_id}/test */

/* deliveries.c */
void deliveries_list(struct request *rq);  /* GET /v1/webhooks/{webhook_id}/deliveries */
void deliveries_again(struct request *rq); /* POST …/deliveries/{delivery_id}/redeliver */

#endif
