/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_CHAT_INBOUND_H
#define SERVICE_API_CHAT_INBOUND_H

#include "service/http/request.h"

/* Requests of the chat platforms. A body is authenticated before it is parsed. A platform that is
 * not set up gets 404. */
void chat_inbound_discord(struct request *rq);    /* POST /chat/discord */
void chat_inbound_slack(struct request *rq);      /* POST /chat/slack */
void chat_inbound_mattermost(struct request *rq); /* POST /chat/mattermost */
void chat_inbound_zulip(struct request *rq);      /* POST /chat/zulip */
void chat_inbound_rocketchat(struct request *rq); /* POST /chat/rocketchat */
void chat_inbound_telegram(struct request *rq);   /* POST /chat/telegram */
void chat_inbound_matrix(struct request *rq); /* PUT /_matrix/app/v1/transactions/{transaction} */

/* GET /chat/boards/{follow}/{seq}: the picture of a game as of an event, for platforms that fetch
 * pictures by address. Knowing the subscription's id allows to see what its channel sees. */
void chat_inbound_board(struct request *rq);

#endif
