/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_CHAT_INBOUND_H
#define SERVICE_API_CHAT_INBOUND_H

#include "service/http/request.h"

/* Where the platforms knock. Whose body it is, is verified before anything of it is read. A platform
 * that is not set up is not found. */
void doors_discord(struct request *rq);  /* POST /chat/discord */
void doors_slack(struct request *rq);    /* POST /chat/slack */
void doors_telegram(struct request *rq); /* POST /chat/telegram */
void doors_matrix(struct request *rq);   /* PUT /_matrix/app/v1/transactions/{transaction} */

/* GET /chat/boards/{follow}/{seq}: the picture of a followed game as it was then, for platforms that
 * fetch pictures by address. Who knows the follow may see what its channel sees. */
void doors_board(struct request *rq);

#endif
