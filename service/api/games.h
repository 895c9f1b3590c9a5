/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_GAMES_H
#define SERVICE_API_GAMES_H

#include "db/search.h"
#include "service/base/json_write.h"
#include "service/http/request.h"

struct endpoint;

enum { GAMES_LIST_MAX = 100, GAMES_JSON_MAX = GAMES_LIST_MAX * (16 << 10) };

/* What all lists of games are asked for. */
struct games_query {
    struct store_game_filter filter;
    const char *cursor;     /* as sent; NULL: none */
    bool watched, followed; /* only the caller's such games */
    const char *club;       /* only its games; NULL: all */
};
/* Reads it; HAS_MINE is for lists that have `mine`. False: has answered. */
bool games_read_query(struct request *rq, bool has_mine, struct games_query *query);

/* Writes the game object of a row, for an item of a list; FACTS as for api_write_game. */
enum store_result games_write_row(struct writer *w, struct store_reader *reader,
                                  const struct store_game *row, const struct store_facts *facts);

extern const struct endpoint games_create; /* POST /v1/games */
void games_list(struct request *rq); /* GET /v1/games where nothing more is asked for than it has */
void games_of_account(struct request *rq);  /* GET /v1/accounts/{name}/games */
void games_stats(struct request *rq);       /* GET /v1/accounts/{name}/stats */
void games_get(struct request *rq);         /* GET /v1/games/{id} */
extern const struct endpoint games_delete;  /* DELETE /v1/games/{id} */
extern const struct endpoint games_rematch; /* POST /v1/games/{id}/rematch */

#endif
