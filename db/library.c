/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/library.h"

#include "db/db_int.h"

static const struct column library_columns[] = {
    READ_ONLY(struct store_library_game, place.at, INT, "g.finished_at"),
    READ_ONLY(struct store_library_game, place.id, INT, "g.id"),
    READ_ONLY(struct store_library_game, setup, BYTES, "g.setup"),
    READ_ONLY(struct store_library_game, events, INT,
              "(SELECT e.id & 1048575 FROM events e"
              " WHERE e.id BETWEEN (g.id << 20) + 1 AND (g.id << 20) + 1048575"
              " ORDER BY e.id DESC LIMIT 1)"),
    {0},
};

#define SITS(account)                                                                              \
    " AND (" account " = 0 OR EXISTS (SELECT 1 FROM seats s WHERE s.game_id = g.id"                \
    " AND s.account_id = " account "))"

#define HAS_TAG                                                                                    \
    " AND (CAST(?12 AS text) IS NULL OR EXISTS (SELECT 1 FROM game_tags t"                         \
    " WHERE t.tag = CAST(?12 AS text) AND t.game_id = g.id))"
#define IN_TOURNAMENT                                                                              \
    " AND (?13 = 0 OR EXISTS (SELECT 1 FROM tournament_tables o WHERE o.game_id = g.id"            \
    " AND o.tournament_id = ?13))"

/* ?1 to ?13: the filter, and how many. What costs more to find out is asked last. */
#define LIBRARY(condition, at) LIBRARY_FROM("games g", condition, at)
#define LIBRARY_FROM(tables, condition, at)                                                        \
    SQL("SELECT {read} FROM " tables " WHERE g.mode = ?4 AND " condition SITS("?6") SITS(          \
            "?7") " AND (?8 = 0 OR EXISTS (SELECT 1 FROM seats w WHERE w.game_id = g.id"           \
                  " AND w.seat = g.winner AND w.account_id = ?8))"                                 \
                  " AND (?9 < 0 OR ?9 = CASE WHEN EXISTS (SELECT 1 FROM seats b"                   \
                  " WHERE b.game_id = g.id AND b.kind = 2) THEN 1 ELSE 0 END)"                     \
                  " AND (?11 < 0 OR ?11 = CASE WHEN g.category IS NULL THEN 0 ELSE 1 END)" HAS_TAG \
                      IN_TOURNAMENT " AND " GAME_LISTED("g", "?5") " ORDER BY " at                 \
                                                                   ", g.id LIMIT ?10",             \
        library_columns)
/* Between the places, where another index is to find the games than that of their ends. */
#define BETWEEN "(+g.finished_at, +g.id) > (?1, ?2) AND +g.finished_at < ?3"
_Static_assert(STORE_SEAT_BOT == 2, "as written in LIBRARY");

/* A walk along all games, or those of an account, with a tag, or of a tournament, or one. */
enum library {
    LIBRARY_ALL,
    LIBRARY_PLAYER,
    LIBRARY_TAG,
    LIBRARY_TOURNAMENT,
    LIBRARY_ONE,
    LIBRARIES
};

static void open_library(struct query *query, struct store_reader *reader, enum library library,
                         const struct store_library_filter *filter, int64_t limit) {
    STATEMENTS(lists[LIBRARIES],
               [LIBRARY_ALL] = LIBRARY("g.finished_at IS NOT NULL"
                                       " AND (g.finished_at, g.id) > (?1, ?2)"
                                       " AND g.finished_at < ?3",
                                       "g.finished_at"),
               [LIBRARY_PLAYER] =
                   LIBRARY(BETWEEN " AND g.id IN (SELECT game_id FROM seats WHERE account_id = ?6)",
                           "+g.finished_at"),
               [LIBRARY_TAG] = LIBRARY_FROM("game_tags q JOIN games g ON g.id = q.game_id",
                                            "q.tag = CAST(?12 AS text)"
                                            " AND (q.ended_at, q.game_id) > (?1, ?2)"
                                            " AND q.ended_at < ?3",
                                            "q.ended_at"),
               [LIBRARY_TOURNAMENT] =
                   LIBRARY(BETWEEN " AND g.id IN (SELECT game_id FROM tournament_tables"
                                   " WHERE tournament_id = ?13 AND game_id IS NOT NULL)",
                           "+g.finished_at"),
               [LIBRARY_ONE] = LIBRARY("g.public_id = ?14 AND " BETWEEN, "+g.finished_at"));

    QUERY_OPEN(query, reader, &lists[library], filter->behind.at, filter->behind.id, filter->until,
               filter->mode, filter->viewer, filter->player, filter->other, filter->winner,
               filter->bots, limit, filter->rated);
    put_text(query, filter->tag == NULL ? "" : filter->tag);
    put_int(query, filter->tournament);
}

static enum store_result
hand_out_library(struct query *query,
                 bool (*row)(void *context, const struct store_library_game *game), void *context) {
    struct store_library_game game;

    while (query_next(query, &game) && row(context, &game)) {
    }
    return query_close(query);
}

static enum library library_of(const struct store_library_filter *filter) {
    return filter->tournament != 0 ? LIBRARY_TOURNAMENT
           : filter->player != 0   ? LIBRARY_PLAYER
           : filter->tag != NULL   ? LIBRARY_TAG
                                   : LIBRARY_ALL;
}

enum store_result store_library_list(
    struct store_reader *reader, const struct store_library_filter *filter, unsigned limit,
    bool (*row)(void *context, const struct store_library_game *game), void *context) {
    struct query query;

    open_library(&query, reader, library_of(filter), filter, limit);
    return hand_out_library(&query, row, context);
}

enum store_result store_library_find(
    struct store_reader *reader, const struct store_library_filter *filter, const char *public_id,
    bool (*row)(void *context, const struct store_library_game *game), void *context) {
    struct query query;

    open_library(&query, reader, LIBRARY_ONE, filter, 1);
    put_text(&query, public_id);
    return hand_out_library(&query, row, context);
}
