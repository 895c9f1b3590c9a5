/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_PUSH_H
#define SERVICE_API_PUSH_H

struct request;

void push_get(struct request *rq);    /* GET /v1/me/push */
void push_create(struct request *rq); /* POST /v1/me/push */
void push_delete(struct request *rq); /* DELETE /v1/me/push/{push_id} */

#endif
