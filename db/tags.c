/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/tags.h"

#include "db/db_int.h"

enum store_result store_tags_put(struct store_tx *tx, int64_t game, const struct store_tags *tags) {
    STATEMENT(put, "INSERT INTO game_tags (tag, game_id) VALUES (?, ?)");
    enum store_result result = STORE_OK;
    for (unsigned i = 0; i < tags->n && result == STORE_OK; i++) {
        struct query query;
        query_open(&query, &tx->reader, &put);
        put_text(&query, tags->names[i]);
        put_int(&query, game);
        result = query_run(&query, NULL);
    }
    return result;
}

enum store_result store_tags_end(struct store_tx *tx, int64_t game) {
    STATEMENT(end, "UPDATE game_tags SET ended_at = (SELECT g.finished_at FROM games g"
                   " WHERE g.id = game_tags.game_id) WHERE game_id = ?");
    return QUERY_RUN(tx, &end, game);
}
