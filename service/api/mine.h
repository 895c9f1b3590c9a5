/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_MINE_H
#define SERVICE_API_MINE_H

struct request;

void mine_games(struct request *rq); /* GET /v1/me/games */

#endif
