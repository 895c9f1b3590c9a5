/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/unstarted.h"

#include "db/db_int.h"

#define WAITING                                                                                    \
    "SELECT g.id FROM games g LEFT JOIN unstarted_games u ON u.game_id = g.id"                     \
    " WHERE g.status = 0 AND g.mode = 0 AND g.created_at <= ?1 AND g.id > ?2 AND "

enum store_result store_unstarted_list(struct store_reader *reader, int64_t made, int64_t told,
                                       int64_t after, int64_t *ids, size_t max, size_t *count) {
    STATEMENT(untold, WAITING "u.told_at IS NULL ORDER BY g.id LIMIT ?3");
    STATEMENT(warned, WAITING "u.told_at <= ?4 ORDER BY g.id LIMIT ?3");
    struct query query;
    QUERY_OPEN(&query, reader, told == 0 ? &untold : &warned, made, after, (int64_t)max);
    if (told != 0)
        put_int(&query, told);
    return query_numbers(&query, ids, max, count);
}
_Static_assert(STORE_GAME_OPEN == 0 && STORE_MODE_PLAY == 0, "as written in WAITING");

enum store_result store_unstarted_told(struct store_tx *tx, int64_t game, int64_t now) {
    STATEMENT(note, "INSERT INTO unstarted_games (game_id, told_at) VALUES (?, ?)"
                    " ON CONFLICT DO NOTHING");
    return QUERY_RUN(tx, &note, game, now);
}
