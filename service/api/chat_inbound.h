/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_CHAT_INBOUND_H
#define SERVICE_API_CHAT_INBOUND_H

#include "service/http/request.h"

/* Where the platforms knock. Whose body it is, is verified before anything of it is read. A platform
 * that is not set up is not found. */
void chat_inbound_discord(struct request *rq);  /* POST /chat/discord */
void chat_inbound_slack(struct request *rq);    /* POST /chat/slack */
void chat_inbound_telegram(struct request *rq); /* POST /chat/telegram */
void chat_inbound_matrix(struct request *rq);   /* PUT /_matrix/app/v1/transactions/{transaction} */

/* GET /chat/boards/{follow}/{seq}: the picture of a game as it was then, for platforms that
 * fetch pictures by address. Who knows the subscription may see what its channel sees. */
void chat_inbound_board(struct request *rq);

#endif
