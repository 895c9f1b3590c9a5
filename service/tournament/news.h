/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_TOURNAMENT_NEWS_H
#define SERVICE_TOURNAMENT_NEWS_H

#include "db/tournaments.h"

/* What players are told of a tournament besides the games that begin. All run in a job. */

enum store_result news_bye(struct store_tx *tx, const struct store_tournament *tournament,
                           int64_t account, unsigned round, int64_t now);
/* FIRST: the name of who is first. */
enum store_result news_over(struct store_tx *tx, const struct store_tournament *tournament,
                            int64_t account, const char *first, unsigned rank, int64_t now);
/* To all who have joined it. */
enum store_result news_cancelled(struct store_tx *tx, const struct store_tournament *tournament,
                                 int64_t now);

#endif
