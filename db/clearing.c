/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/clearing.h"

#include "db/db_int.h"
#include "db/driver.h"
#include "db/event_sink.h"

#include <assert.h>

enum { REMOVED_MAX = 64 };

/* Games that ?1 has made or ever played, and that no account is left in. */
#define LEFT                                                                                       \
    " FROM games g JOIN accounts c ON c.id = g.creator AND c.deleted_at IS NOT NULL"               \
    " WHERE g.id IN (SELECT id FROM games WHERE creator = ?1"                                      \
    "  UNION SELECT game_id FROM seats WHERE account_id = ?1"                                      \
    "  UNION SELECT game_id FROM past_seats WHERE account_id = ?1)"                                \
    " AND NOT EXISTS (SELECT 1 FROM seats s JOIN accounts a ON a.id = s.account_id"                \
    "  WHERE s.game_id = g.id AND a.deleted_at IS NULL)"                                           \
    " AND NOT EXISTS (SELECT 1 FROM past_seats s JOIN accounts a ON a.id = s.account_id"           \
    "  WHERE s.game_id = g.id AND a.deleted_at IS NULL)"

enum store_result store_clearing_next(struct store_reader *reader, int64_t after,
                                      int64_t *account) {
    STATEMENT(next, "SELECT id FROM accounts WHERE deleted_at IS NOT NULL AND cleared = 0"
                    " AND id > ? ORDER BY id LIMIT 1");
    size_t count;
    enum store_result result = query_numbers(QUERY_WITH(reader, &next, after), account, 1, &count);
    return result == STORE_OK && count == 0 ? STORE_NONE : result;
}

static enum store_result remove_game(struct store_tx *tx, int64_t game) {
    STATEMENT(mark, "UPDATE games SET removed = 1 WHERE id = ?");
    STATEMENT(rematch, "UPDATE games SET rematch_of = NULL WHERE rematch_of = ?");
    STATEMENT(events, "DELETE FROM events WHERE id BETWEEN ? AND ?");
    STATEMENT(chunks, "DELETE FROM event_chunks WHERE id BETWEEN ? AND ?");
    STATEMENT(drop, "DELETE FROM games WHERE id = ?");
    int64_t first = event_id(game, 1), last = event_id(game, STORE_SEQ_MAX);
    enum store_result result = QUERY_RUN(tx, &mark, game);
    if (result == STORE_OK)
        result = QUERY_RUN(tx, &rematch, game);
    if (result == STORE_OK)
        result = QUERY_RUN(tx, &events, first, last);
    if (result == STORE_OK)
        result = QUERY_RUN(tx, &chunks, first, last);
    if (result == STORE_OK)
        result = QUERY_RUN(tx, &drop, game);
    store_announce(tx, game);
    return result;
}

/* Once none of its games goes on, the account need not be looked at again: a game abandoned later is found through
 * the account that left it last. */
static enum store_result note_cleared(struct store_tx *tx, int64_t account) {
    STATEMENT(going, "SELECT 1" LEFT " LIMIT 1");
    STATEMENT(note, "UPDATE accounts SET cleared = 1 WHERE id = ?");
    enum store_result result = query_exists(QUERY_WITH(&tx->reader, &going, account));
    return result == STORE_NONE ? QUERY_RUN(tx, &note, account) : result;
}

enum store_result store_clearing_do(struct store_tx *tx, int64_t account, unsigned limit,
                                    unsigned *removed) {
    STATEMENT(list, "SELECT g.id" LEFT " AND g.status >= 2 ORDER BY g.id LIMIT ?2");
    int64_t games[REMOVED_MAX];
    size_t count = 0;
    assert(limit <= REMOVED_MAX);
    *removed = 0;
    enum store_result result = query_numbers(
        QUERY_WITH(&tx->reader, &list, account, (int64_t)limit), games, limit, &count);
    for (size_t i = 0; i < count && result == STORE_OK; i++)
        result = remove_game(tx, games[i]);
    *removed = (unsigned)count;
    return result == STORE_OK && count == 0 ? note_cleared(tx, account) : result;
}
