/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/ratings.h"

#include "db/db_int.h"

#include <assert.h>

static const struct column rating_columns[] = {
    KEY(struct store_rating, account, INT, "account_id"),
    KEY(struct store_rating, category, INT, "category"),
    COLUMN(struct store_rating, mu, INT, "mu"),
    COLUMN(struct store_rating, sigma, INT, "sigma"),
    COLUMN(struct store_rating, games, INT, "games"),
    COLUMN(struct store_rating, last_at, INT, "last_at"),
    COLUMN(struct store_rating, score, INT, "score"),
    COLUMN(struct store_rating, listed, UINT, "listed"),
    {0},
};

static const struct column ladder_columns[] = {
    READ_ONLY(struct store_ladder_row, public_id, TEXT, "a.public_id"),
    READ_ONLY(struct store_ladder_row, name, TEXT, "a.name"),
    {0},
};

static const struct column game_columns[] = {
    READ_ONLY(struct store_rated_game, id, INT, "g.game_id"),
    READ_ONLY(struct store_rated_game, place, INT, "g.place"),
    READ_ONLY(struct store_rated_game, category, INT, "g.category"),
    READ_ONLY(struct store_rated_game, finished_at, INT, "g.finished_at"),
    READ_ONLY(struct store_rated_game, unrated, INT, "g.unrated"),
    READ_ONLY(struct store_rated_game, annulled_at, ID, "g.annulled_at"),
    {0},
};

static const struct column seat_columns[] = {
    READ_ONLY(struct store_rated_seat, game, INT, "s.game_id"),
    READ_ONLY(struct store_rated_seat, seat, INT, "s.seat"),
    READ_ONLY(struct store_rated_seat, account, INT, "s.account_id"),
    READ_ONLY(struct store_rated_seat, rank, INT, "s.rank"),
    READ_ONLY(struct store_rated_seat, mu_before, ID, "s.mu_before"),
    READ_ONLY(struct store_rated_seat, sigma_before, ID, "s.sigma_before"),
    READ_ONLY(struct store_rated_seat, mu, ID, "s.mu"),
    READ_ONLY(struct store_rated_seat, sigma, ID, "s.sigma"),
    {0},
};

/* ----------------------------------------------------------------------------- ratings -- */

enum store_result store_rating_place(struct store_tx *tx, int64_t *place) {
    STATEMENT(next, "INSERT INTO rating_order (id, last) VALUES (1, 1)"
                    " ON CONFLICT (id) DO UPDATE SET last = rating_order.last + 1 RETURNING last");
    return query_number(QUERY(&tx->reader, &next), place);
}

enum store_result store_ratings_get(struct store_reader *reader, int category,
                                    const int64_t accounts[], unsigned n,
                                    struct store_rating ratings[]) {
    STATEMENT(get,
              "SELECT {read} FROM ratings WHERE category = ?"
              " AND account_id IN (?, ?, ?, ?, ?, ?)",
              rating_columns);
    _Static_assert(STORE_SEATS_MAX == 6, "as many marks");
    struct store_rating rating;
    struct query query;
    assert(n <= STORE_SEATS_MAX);
    QUERY_OPEN(&query, reader, &get, category);
    for (unsigned i = 0; i < STORE_SEATS_MAX; i++)
        put_int(&query, i < n ? accounts[i] : 0);
    for (unsigned i = 0; i < n; i++)
        ratings[i] = (struct store_rating){.account = accounts[i], .category = category};
    while (query_next(&query, &rating))
        for (unsigned i = 0; i < n; i++)
            if (accounts[i] == rating.account)
                ratings[i] = rating;
    return query_close(&query);
}

enum store_result store_ratings_of(struct store_reader *reader, int64_t account,
                                   struct store_rating *ratings, size_t max, size_t *count) {
    STATEMENT(list, "SELECT {read} FROM ratings WHERE account_id = ? ORDER BY category LIMIT ?",
              rating_columns);
    return query_rows(QUERY_WITH(reader, &list, account, (int64_t)max), ratings, sizeof *ratings,
                      max, count);
}

enum store_result store_rating_put(struct store_tx *tx, const struct store_rating *rating) {
    STATEMENT(put,
              "INSERT INTO ratings ({names}) VALUES ({marks})"
              " ON CONFLICT (account_id, category) DO UPDATE SET {renew}",
              rating_columns);
    STATEMENT(forget, "DELETE FROM ratings WHERE account_id = ? AND category = ?");
    if (rating->games == 0)
        return QUERY_RUN(tx, &forget, rating->account, rating->category);
    return query_run(put_row(QUERY(&tx->reader, &put), rating), NULL);
}

enum store_result store_ratings_next(struct store_reader *reader, int64_t account, int category,
                                     struct store_rating *ratings, size_t max, size_t *count) {
    STATEMENT(list,
              "SELECT {read} FROM ratings WHERE (account_id, category) > (?, ?)"
              " ORDER BY account_id, category LIMIT ?",
              rating_columns);
    return query_rows(QUERY_WITH(reader, &list, account, category, (int64_t)max), ratings,
                      sizeof *ratings, max, count);
}

/* ------------------------------------------------------------------------- rated games -- */

enum store_result store_rated_seat_set(struct store_tx *tx, const struct store_rated_seat *seat) {
    STATEMENT(set, "UPDATE rated_seats SET mu_before = ?, sigma_before = ?, mu = ?, sigma = ?"
                   " WHERE game_id = ? AND seat = ?");
    struct query query;
    query_open(&query, &tx->reader, &set);
    put_id(&query, seat->mu_before);
    put_id(&query, seat->sigma_before);
    put_id(&query, seat->mu);
    put_id(&query, seat->sigma);
    put_int(&query, seat->game);
    put_int(&query, seat->seat);
    return query_run(&query, NULL);
}

enum store_result store_rated_put(struct store_tx *tx, const struct store_rated_game *game) {
    STATEMENT(put, "INSERT INTO rated_games (game_id, place, category, finished_at, unrated)"
                   " VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING");
    STATEMENT(put_seat, "INSERT INTO rated_seats (game_id, seat, account_id, rank, mu_before,"
                        " sigma_before, mu, sigma) VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    enum store_result result =
        query_change(QUERY_WITH(&tx->reader, &put, game->id, game->place, game->category,
                                game->finished_at, game->unrated),
                     STORE_CONFLICT);
    for (int i = 0; i < game->seat_count && result == STORE_OK; i++) {
        const struct store_rated_seat *seat = &game->seats[i];
        struct query query;
        QUERY_OPEN(&query, &tx->reader, &put_seat, game->id, seat->seat, seat->account, seat->rank);
        put_id(&query, seat->mu_before);
        put_id(&query, seat->sigma_before);
        put_id(&query, seat->mu);
        put_id(&query, seat->sigma);
        result = query_run(&query, NULL);
    }
    return result;
}

#define RATED                                                                                      \
    "SELECT {read}, {more} FROM rated_games g JOIN rated_seats s ON s.game_id = g.game_id "

/* Hands each game to row, put together from the rows of its seats. */
static enum store_result read_rated(struct query *query,
                                    void (*row)(void *context, const struct store_rated_game *game),
                                    void *context) {
    struct store_rated_game game = {0}, next;
    while (query_next(query, &next)) {
        struct store_rated_seat seat = {0};
        get_columns(query, seat_columns, &seat);
        if (next.id != game.id) {
            if (game.id != 0)
                row(context, &game);
            game = next;
            game.seat_count = 0;
        }
        if (game.seat_count == STORE_SEATS_MAX) {
            query_damaged(query, "reading the seats of a rated game");
            break;
        }
        game.seats[game.seat_count++] = seat;
    }
    if (game.id != 0 && query->result == STORE_OK)
        row(context, &game);
    return query_close(query);
}

static void take_rated(void *context, const struct store_rated_game *game) {
    *(struct store_rated_game *)context = *game;
}

enum store_result store_rated_get(struct store_reader *reader, int64_t game,
                                  struct store_rated_game *rated) {
    STATEMENT(get, RATED "WHERE g.game_id = ? ORDER BY s.seat", game_columns, seat_columns);
    enum store_result result;
    *rated = (struct store_rated_game){0};
    result = read_rated(QUERY_WITH(reader, &get, game), take_rated, rated);
    return result == STORE_OK && rated->id == 0 ? STORE_NONE : result;
}

enum store_result store_rated_list(struct store_reader *reader, int64_t first, int64_t last,
                                   void (*row)(void *context, const struct store_rated_game *game),
                                   void *context) {
    STATEMENT(list, RATED "WHERE g.place BETWEEN ? AND ? ORDER BY g.place, s.seat", game_columns,
              seat_columns);
    return read_rated(QUERY_WITH(reader, &list, first, last), row, context);
}

enum store_result store_rated_annul(struct store_tx *tx, const struct store_rated_choice *choice,
                                    int64_t at, unsigned *changed) {
#define ANNUL(condition)                                                                           \
    SQL("UPDATE rated_games SET annulled_at = ?1 WHERE finished_at >= ?2 AND finished_at < ?3"     \
        " AND (annulled_at IS NULL) <> (CAST(?1 AS bigint) IS NULL) AND " condition)
    enum { ALL, ONE_GAME, ONE_ACCOUNT, WAYS };
    STATEMENTS(annul[WAYS], [ALL] = ANNUL("?4 = 0 AND ?5 = 0"),
               [ONE_GAME] = ANNUL("game_id = ?4 AND (?5 = 0 OR EXISTS (SELECT 1 FROM rated_seats s"
                                  " WHERE s.game_id = ?4 AND s.account_id = ?5))"),
               [ONE_ACCOUNT] = ANNUL("?4 = 0 AND game_id IN"
                                     " (SELECT game_id FROM rated_seats WHERE account_id = ?5)"));
    int way = choice->game != 0 ? ONE_GAME : choice->account != 0 ? ONE_ACCOUNT : ALL;
    struct query query;
    query_open(&query, &tx->reader, &annul[way]);
    put_id(&query, at);
    put_int(&query, choice->from);
    put_int(&query, choice->until);
    put_int(&query, choice->game);
    put_int(&query, choice->account);
    return query_run(&query, changed);
#undef ANNUL
}

/* -------------------------------------------------------------------- steps and ladders -- */

static const struct column step_columns[] = {
    READ_ONLY(struct store_rating_step, category, INT, "r.category"),
    READ_ONLY(struct store_rating_step, game, TEXT,
              "CASE WHEN " GAME_LISTED("g", "?3") " THEN g.public_id END"),
    READ_ONLY(struct store_rating_step, at, INT, "r.finished_at"),
    READ_ONLY(struct store_rating_step, mu, INT, "s.mu"),
    READ_ONLY(struct store_rating_step, sigma, INT, "s.sigma"),
    {0},
};

enum store_result store_rating_steps(struct store_reader *reader, int64_t account, int category,
                                     int64_t viewer, struct store_rating_step *steps, size_t max,
                                     size_t *count) {
    STATEMENT(list,
              "SELECT {read} FROM rated_seats s JOIN rated_games r ON r.game_id = s.game_id"
              " LEFT JOIN games g ON g.id = s.game_id"
              " WHERE s.account_id = ?1 AND s.mu IS NOT NULL AND r.category = ?2"
              " ORDER BY r.place DESC LIMIT ?4",
              step_columns);
    return query_rows(QUERY_WITH(reader, &list, account, category, viewer, (int64_t)max), steps,
                      sizeof *steps, max, count);
}

enum store_result store_ladder_list(struct store_reader *reader, const struct store_ladder *ladder,
                                    bool (*row)(void *context, const struct store_ladder_row *row),
                                    void *context) {
#define LADDER(tables, condition)                                                                  \
    SQL("SELECT {read}, {more} FROM " tables " JOIN accounts a ON a.id = r.account_id"             \
        " WHERE r.category = ?1 AND r.listed = 1 AND (r.score, r.account_id) < (?2, ?3)"           \
        " AND r.last_at >= ?4 AND a.name IS NOT NULL" condition                                    \
        " ORDER BY r.score DESC, r.account_id DESC LIMIT ?5",                                      \
        rating_columns, ladder_columns)
    STATEMENTS(
        lists[2], LADDER("ratings r", ""),
        LADDER("(SELECT account_id AS member FROM club_members WHERE club_id = ?6 AND role < 3) m"
               " JOIN ratings r ON r.account_id = m.member",
               ""));
    struct store_ladder_row next;
    struct query query;
    bool goes_on = true;
    QUERY_OPEN(&query, reader, &lists[ladder->club != 0], ladder->category, ladder->score,
               ladder->account, ladder->since, (int64_t)ladder->limit);
    if (ladder->club != 0)
        put_int(&query, ladder->club);
    while (goes_on && query_next(&query, &next.rating)) {
        get_columns(&query, ladder_columns, &next);
        goes_on = row(context, &next);
    }
    return query_close(&query);
}

enum store_result store_ladder_above(struct store_reader *reader, int category, int64_t score,
                                     int64_t *count) {
    STATEMENT(above,
              "SELECT count(*) FROM ratings WHERE category = ? AND listed = 1 AND score > ?");
    return query_number(QUERY_WITH(reader, &above, category, score), count);
}

enum store_result store_ladder_clear(struct store_tx *tx, int64_t since) {
    STATEMENT(clear, "UPDATE ratings SET listed = 0 WHERE listed = 1 AND last_at < ?");
    return QUERY_RUN(tx, &clear, since);
}
