/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_HOSTING_H
#define SERVICE_API_HOSTING_H

#include "db/games.h"
#include "db/hosting.h"
#include "service/app/endpoint.h"
#include "service/base/json_write.h"

/*
 * Who can sit down at an open seat of somebody's games: not those whom they avoid or block (db/people.h), nor those who have
 * not played as much, or as reliably, as they ask for. Both are known to them alone, and the refusal is the same: so it tells nobody
 * that they are avoided or blocked. Lists and game objects are the same for everybody.
 */

/* In a job at NOW: whether the account can take an open seat of the game. */
enum store_result hosting_admits(struct store_reader *reader, const struct store_game *row,
                                 int64_t account, int64_t now, bool *admitted);
/* Refuses the call because it cannot. */
enum store_result hosting_refuse(struct endpoint_call *call);

void hosting_write(struct writer *w, const struct store_hosting *hosting);

void hosting_get(struct request *rq);     /* GET /v1/me/hosting */
extern const struct endpoint hosting_put; /* PUT /v1/me/hosting */

#endif
