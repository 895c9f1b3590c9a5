/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_HISTORY_H
#define SERVICE_API_HISTORY_H

#include "db/store.h"

struct request;
struct writer;

void history_stats(struct request *rq); /* GET /v1/games/{id}/stats */

/* Members of an account's statistics, added up over its finished games that VIEWER may see. */
enum store_result history_write_account(struct writer *w, struct store_reader *reader,
                                        int64_t account, int64_t viewer);

#endif
