/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/bot_accounts.h"

#include "db/db_int.h"
#include "db/games.h"
#include "db/usage.h"

enum store_result store_bot_competed(struct store_reader *reader, int64_t account) {
    STATEMENT(
        competed,
        "SELECT 1 FROM games WHERE creator = ?1 AND category IS NOT NULL"
        " UNION ALL SELECT 1 FROM seats s JOIN games g ON g.id = s.game_id"
        " WHERE s.account_id = ?1 AND g.category IS NOT NULL"
        " UNION ALL SELECT 1 FROM rated_seats WHERE account_id = ?1"
        " UNION ALL SELECT 1 FROM tournament_players p JOIN tournaments t ON t.id = p.tournament_id"
        " WHERE p.account_id = ?1 AND t.status < 2 LIMIT 1");
    return query_exists(QUERY_WITH(reader, &competed, account));
}

/* ?1: the account. */
#define LATEST                                                                                     \
    " FROM (SELECT game_id, kind FROM seats WHERE account_id = ?1 ORDER BY game_id DESC LIMIT ?3)" \
    " s JOIN games g ON g.id = s.game_id WHERE s.kind <> 2 AND "
_Static_assert(STORE_SEAT_BOT == 2 && STORE_GAME_FINISHED == 2, "as written here");

static const struct column bot_usage_columns[] = {
    READ_ONLY(struct store_bot_usage, games, INT, "(SELECT count(*)" LATEST "g.status < 2)"),
    READ_ONLY(struct store_bot_usage, challenges, INT,
              "(SELECT count(*)" LATEST "g.created_at > ?2 AND g.creator <> ?1)"),
    {0},
};

enum store_result store_bot_usage_get(struct store_reader *reader, int64_t account, int64_t now,
                                      struct store_bot_usage *usage) {
    STATEMENT(get, "SELECT {read}", bot_usage_columns);
    return query_one(
        QUERY_WITH(reader, &get, account, now - STORE_DAY_MS, (int64_t)STORE_BOT_LATEST), usage);
}
