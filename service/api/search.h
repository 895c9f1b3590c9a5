/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_SEARCH_H
#define SERVICE_API_SEARCH_H

struct request;

void search_games(struct request *rq); /* GET /v1/games */

#endif
