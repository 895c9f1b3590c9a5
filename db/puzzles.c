/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/puzzles.h"

#include "db/db_int.h"

enum { PUZZLE_DAY_MS = 24 * 60 * 60 * 1000 };

static const struct column puzzle_columns[] = {
    READ_ONLY(struct store_puzzle, id, INT, "p.id"),
    COLUMN(struct store_puzzle, public_id, TEXT, "p.public_id"),
    COLUMN(struct store_puzzle, game, INT, "p.game_id"),
    READ_ONLY(struct store_puzzle, game_id, TEXT, "g.public_id AS game_name"),
    COLUMN(struct store_puzzle, after, UINT, "p.after"),
    COLUMN(struct store_puzzle, seat, UINT, "p.seat"),
    COLUMN(struct store_puzzle, theme, UINT, "p.theme"),
    COLUMN(struct store_puzzle, best, TEXT, "p.best"),
    COLUMN(struct store_puzzle, chance, INT, "p.chance"),
    COLUMN(struct store_puzzle, next, INT, "p.next"),
    READ_ONLY(struct store_puzzle, day, ID, "p.day"),
    READ_ONLY(struct store_puzzle, answered, UINT, "coalesce(1 + a.solved, 0) AS answered"),
    {0},
};
_Static_assert(STORE_PUZZLE_FAILED == 1 && STORE_PUZZLE_SOLVED == 2, "as puzzle_columns adds");

/* ?1: the reader. */
#define PUZZLES                                                                                    \
    "SELECT {read} FROM puzzles p JOIN games g ON g.id = p.game_id AND g.visibility = 0"           \
    " LEFT JOIN puzzle_answers a ON a.puzzle_id = p.id AND a.account_id = ?1"

enum store_result store_puzzle_add(struct store_tx *tx, const struct store_puzzle *puzzle) {
    STATEMENT(add,
              "INSERT INTO puzzles (public_id, game_id, after, seat, theme, best, chance, next)"
              " VALUES ({marks}) ON CONFLICT DO NOTHING",
              puzzle_columns);
    return query_change(put_row(QUERY(&tx->reader, &add), puzzle), STORE_CONFLICT);
}

enum store_result store_puzzle_get(struct store_reader *reader, int64_t account,
                                   const char *public_id, struct store_puzzle *puzzle) {
    STATEMENT(get, PUZZLES " WHERE p.public_id = ?2", puzzle_columns);
    return query_one(put_text(QUERY_WITH(reader, &get, account), public_id), puzzle);
}

enum store_result store_puzzle_of_day(struct store_reader *reader, int64_t account, int64_t day,
                                      struct store_puzzle *puzzle) {
    STATEMENT(get, PUZZLES " WHERE p.day = ?2", puzzle_columns);
    return query_one(QUERY_WITH(reader, &get, account, day), puzzle);
}

enum store_result store_puzzles_list(struct store_reader *reader, int64_t account, unsigned theme,
                                     int64_t before, unsigned max,
                                     bool (*row)(void *context, const struct store_puzzle *puzzle),
                                     void *context) {
    STATEMENT(list,
              PUZZLES " WHERE p.theme = ?2 AND p.id < ?3 AND a.at IS NULL"
                      " ORDER BY p.id DESC LIMIT ?4",
              puzzle_columns);
    struct store_puzzle puzzle;
    struct query query;
    QUERY_OPEN(&query, reader, &list, account, (int64_t)theme, before == 0 ? INT64_MAX : before,
               (int64_t)max);
    while (query_next(&query, &puzzle) && row(context, &puzzle)) {
    }
    return query_close(&query);
}

enum store_result store_puzzle_give_day(struct store_tx *tx, int64_t day) {
    STATEMENT(give, "UPDATE puzzles SET day = ?1 WHERE id ="
                    " (SELECT min(id) FROM puzzles WHERE day IS NULL)"
                    " AND NOT EXISTS (SELECT 1 FROM puzzles o WHERE o.day = ?1)");
    return query_change(QUERY_WITH(&tx->reader, &give, day), STORE_CONFLICT);
}

enum store_result store_puzzle_answer(struct store_tx *tx, int64_t account, int64_t puzzle,
                                      bool solved, int64_t now) {
    STATEMENT(answer, "INSERT INTO puzzle_answers (account_id, puzzle_id, solved, at)"
                      " VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING");
    return query_change(QUERY_WITH(&tx->reader, &answer, account, puzzle, (int64_t)solved, now),
                        STORE_CONFLICT);
}

enum store_result store_puzzle_answers_of(struct store_reader *reader, int64_t account,
                                          bool (*row)(void *context,
                                                      const struct store_puzzle_answer *answer),
                                          void *context) {
    static const struct column columns[] = {
        READ_ONLY(struct store_puzzle_answer, puzzle, TEXT, "p.public_id"),
        READ_ONLY(struct store_puzzle_answer, solved, UINT, "a.solved"),
        READ_ONLY(struct store_puzzle_answer, at, INT, "a.at"),
        {0},
    };
    STATEMENT(list,
              "SELECT {read} FROM puzzle_answers a JOIN puzzles p ON p.id = a.puzzle_id"
              " WHERE a.account_id = ? ORDER BY a.at, a.puzzle_id",
              columns);
    struct store_puzzle_answer answer;
    struct query query;

    QUERY_OPEN(&query, reader, &list, account);
    while (query_next(&query, &answer) && row(context, &answer)) {
    }
    return query_close(&query);
}

enum store_result store_puzzle_score(struct store_reader *reader, int64_t account,
                                     struct store_puzzle_score *score) {
    static const struct column columns[] = {
        READ_ONLY(struct store_puzzle_score, answered, INT, "count(*)"),
        READ_ONLY(struct store_puzzle_score, solved, INT, "count(*) FILTER (WHERE solved = 1)"),
        {0},
    };
    STATEMENT(count, "SELECT {read} FROM puzzle_answers WHERE account_id = ?", columns);
    return query_one(QUERY_WITH(reader, &count, account), score);
}

enum store_result store_puzzle_days(struct store_reader *reader, int64_t account, int64_t *days,
                                    size_t max, size_t *count) {
    STATEMENT(list, "SELECT p.day FROM puzzle_answers a JOIN puzzles p ON p.id = a.puzzle_id"
                    " WHERE a.account_id = ?1 AND a.solved = 1 AND p.day = a.at / ?2"
                    " ORDER BY p.day DESC LIMIT ?3");
    return query_numbers(QUERY_WITH(reader, &list, account, (int64_t)PUZZLE_DAY_MS, (int64_t)max),
                         days, max, count);
}

enum store_result store_puzzle_next_game(struct store_reader *reader,
                                         struct store_puzzle_game *game) {
    static const struct column columns[] = {
        READ_ONLY(struct store_puzzle_game, id, INT, "g.id"),
        READ_ONLY(struct store_puzzle_game, finished_at, INT, "g.finished_at"),
        {0},
    };
    static const struct column done_columns[] = {
        READ_ONLY(struct store_puzzle_game, id, INT, "game_id"),
        READ_ONLY(struct store_puzzle_game, finished_at, INT, "finished_at"),
        {0},
    };
    STATEMENT(done, "SELECT {read} FROM puzzle_progress WHERE id = 1", done_columns);
    STATEMENT(next,
              "SELECT {read} FROM games g WHERE g.finished_at IS NOT NULL"
              " AND (g.finished_at, g.id) > (?1, ?2) AND g.status = 2 AND g.mode = 0"
              " AND g.visibility = 0 ORDER BY g.finished_at, g.id LIMIT 1",
              columns);
    struct store_puzzle_game last = {0};
    enum store_result result = query_one(QUERY(reader, &done), &last);
    if (result != STORE_OK && result != STORE_NONE)
        return result;
    return query_one(QUERY_WITH(reader, &next, last.finished_at, last.id), game);
}

enum store_result store_puzzle_game_done(struct store_tx *tx,
                                         const struct store_puzzle_game *game) {
    STATEMENT(done, "INSERT INTO puzzle_progress (id, finished_at, game_id) VALUES (1, ?, ?)"
                    " ON CONFLICT (id) DO UPDATE SET finished_at = excluded.finished_at,"
                    " game_id = excluded.game_id");
    return QUERY_RUN(tx, &done, game->finished_at, game->id);
}
