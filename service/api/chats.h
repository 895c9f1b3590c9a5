/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_CHATS_H
#define SERVICE_API_CHATS_H

#include "service/http/request.h"

void chats_code(struct request *rq);   /* POST /v1/me/chats/code */
void chats_list(struct request *rq);   /* GET /v1/me/chats */
void chats_delete(struct request *rq); /* DELETE /v1/me/chats/{chat_id} */

void follows_list(struct request *rq);   /* GET /v1/games/{id}/follows */
void follows_create(struct request *rq); /* POST /v1/games/{id}/follows */
void follows_delete(struct request *rq); /* DELETE /v1/games/{id}/follows/{follow_id} */

#endif
