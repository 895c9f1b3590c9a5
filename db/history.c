/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/history.h"

#include "db/db_int.h"

/* ------------------------------------------------------------------------- statistics -- */

enum store_result store_statistics_put(struct store_tx *tx, int64_t game, int seat,
                                       struct store_bytes body) {
    STATEMENT(put, "INSERT INTO figures (game_id, seat, body) VALUES (?, ?, ?)"
                   " ON CONFLICT (game_id, seat) DO UPDATE SET body = excluded.body");
    return query_run(put_bytes(QUERY_WITH(&tx->reader, &put, game, seat), body), NULL);
}

enum store_result store_statistics_list(
    struct store_reader *reader, int64_t account, int64_t viewer, int64_t before, unsigned limit,
    bool (*row)(void *context, const struct store_statistics *row), void *context) {
    static const struct column columns[] = {
        READ_ONLY(struct store_statistics, game, INT, "m.id"),
        READ_ONLY(struct store_statistics, public_id, TEXT, "m.public_id"),
        READ_ONLY(struct store_statistics, seat, INT, "mine.seat"),
        READ_ONLY(struct store_statistics, body, BYTES, "f.body"),
        {0},
    };
    STATEMENT(list,
              "SELECT {read} FROM seats mine JOIN games m ON m.id = mine.game_id"
              " LEFT JOIN figures f ON f.game_id = mine.game_id AND f.seat = mine.seat"
              " WHERE mine.account_id = ?1 AND mine.kind <> 3 AND mine.game_id < ?2"
              " AND m.mode = 0 AND m.status = 2 AND " GAME_LISTED(
                  "m", "?4") " ORDER BY mine.game_id DESC LIMIT ?3",
              columns);
    struct store_statistics found;
    struct query query;
    QUERY_OPEN(&query, reader, &list, account, before != 0 ? before : INT64_MAX, limit, viewer);
    while (query_next(&query, &found) && row(context, &found)) {
    }
    return query_close(&query);
}

/* ------------------------------------------------------------------------------ events -- */

/* Rows of (id, at, wanted). The most expensive test comes last. */
#define MOMENTS                                                                                    \
    "SELECT e.id, e.at, CASE WHEN (?5 = 0 OR (e.kind < 64 AND ((?5 >> CAST(e.kind AS integer)) & " \
    "1) <> 0)) AND (?6 "                                                                           \
    "< 0 OR e.player = ?6)"                                                                        \
    " AND (?7 = 0 OR EXISTS (SELECT 1 FROM seats p WHERE p.game_id = e.id >> 20"                   \
    " AND p.seat = e.player AND p.account_id = ?7))"                                               \
    " AND EXISTS (SELECT 1 FROM games g WHERE g.id = e.id >> 20 AND " GAME_LISTED(                 \
        "g", "?4") ") THEN 1 ELSE 0 END FROM events e"

enum store_result store_event_moments(struct store_reader *reader,
                                      const struct store_event_filter *filter,
                                      bool (*row)(void *context, const struct store_moment *moment),
                                      void *context, struct store_moment *last) {
    STATEMENT(rising,
              MOMENTS " WHERE (e.at, e.id) > (?1, ?2) AND e.at < ?3 ORDER BY e.at, e.id LIMIT ?8");
    STATEMENT(
        falling, MOMENTS
        " WHERE (e.at, e.id) < (?1, ?2) AND e.at >= ?3 ORDER BY e.at DESC, e.id DESC LIMIT ?8");
    const struct store_moment *from = &filter->from;
    bool up = filter->oldest_first;
    int64_t before = filter->before != 0 ? filter->before : INT64_MAX;
    int64_t at = from->game != 0 ? from->at : up ? filter->after : before;
    int64_t id = from->game != 0 ? from->game * (STORE_SEQ_MAX + 1) + from->seq : 0;
    unsigned found = 0, seen = 0;
    struct query query;
    QUERY_OPEN(&query, reader, up ? &rising : &falling, at, id, up ? before : filter->after,
               filter->viewer, (int64_t)filter->kinds, filter->player, filter->account,
               filter->scan);
    *last = (struct store_moment){0};
    while (found < filter->limit && query_row(&query)) {
        id = get_int(&query);
        last->at = get_int(&query);
        last->game = id >> 20;
        last->seq = (uint32_t)(id & STORE_SEQ_MAX);
        seen++;
        if (get_int(&query) != 0 && row(context, last))
            found++;
    }
    if (found < filter->limit && seen < filter->scan)
        last->game = 0;
    return query_close(&query);
}
