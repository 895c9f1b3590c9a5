/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/tournaments.h"

#include "db/db_int.h"

#include <string.h>

static const struct column tournament_columns[] = {
    READ_ONLY(struct store_tournament, id, INT, "t.id"),
    COLUMN(struct store_tournament, public_id, TEXT, "t.public_id"),
    COLUMN(struct store_tournament, account, INT, "t.account_id"),
    READ_ONLY(struct store_tournament, organiser, TEXT, "o.name"),
    COLUMN(struct store_tournament, club, ID, "t.club_id"),
    READ_ONLY(struct store_tournament, club_id, TEXT,
              "(SELECT k.public_id FROM clubs k WHERE k.id = t.club_id)"),
    COLUMN(struct store_tournament, name, TEXT, "t.name"),
    COLUMN(struct store_tournament, about, TEXT, "t.about"),
    COLUMN(struct store_tournament, format, INT, "t.format"),
    COLUMN(struct store_tournament, status, UINT, "t.status"),
    COLUMN(struct store_tournament, visibility, UINT, "t.visibility"),
    COLUMN(struct store_tournament, settings, TEXT, "t.settings"),
    COLUMN(struct store_tournament, seats, UINT, "t.seats"),
    COLUMN(struct store_tournament, smallest, UINT, "t.smallest"),
    COLUMN(struct store_tournament, players_min, UINT, "t.players_min"),
    COLUMN(struct store_tournament, players_max, UINT, "t.players_max"),
    COLUMN(struct store_tournament, rounds, UINT, "t.rounds"),
    COLUMN(struct store_tournament, round_days, UINT, "t.round_days"),
    COLUMN(struct store_tournament, division, UINT, "t.division"),
    COLUMN(struct store_tournament, moves, UINT, "t.moves"),
    COLUMN(struct store_tournament, wbc, UINT, "t.wbc"),
    COLUMN(struct store_tournament, seed, INT, "t.seed"),
    COLUMN(struct store_tournament, revision, INT, "t.revision"),
    COLUMN(struct store_tournament, starts_at, ID, "t.starts_at"),
    COLUMN(struct store_tournament, due_at, ID, "t.due_at"),
    COLUMN(struct store_tournament, created_at, INT, "t.created_at"),
    COLUMN(struct store_tournament, started_at, ID, "t.started_at"),
    COLUMN(struct store_tournament, finished_at, ID, "t.finished_at"),
    READ_ONLY(struct store_tournament, count, UINT,
              "(SELECT count(*) FROM tournament_players p JOIN accounts q ON q.id = p.account_id"
              " WHERE p.tournament_id = t.id AND p.state = 0 AND q.deleted_at IS NULL)"),
    READ_ONLY(struct store_tournament, round, UINT,
              "coalesce((SELECT r.round FROM tournament_tables r WHERE r.tournament_id = t.id"
              " ORDER BY r.round DESC LIMIT 1), 0)"),
    {0},
};
#define TOURNAMENTS "SELECT {read} FROM tournaments t JOIN accounts o ON o.id = t.account_id "

/* ---- tournaments ---- */

enum store_result store_tournament_create(struct store_tx *tx,
                                          struct store_tournament *tournament) {
    STATEMENT(create,
              "INSERT INTO tournaments ({names}) VALUES ({marks})"
              " ON CONFLICT DO NOTHING RETURNING id",
              tournament_columns);
    return query_insert(put_row(QUERY(&tx->reader, &create), tournament), &tournament->id);
}

enum store_result store_tournament_get(struct store_reader *reader, const char *public_id,
                                       struct store_tournament *tournament) {
    STATEMENT(get, TOURNAMENTS "WHERE t.public_id = ?", tournament_columns);
    return query_one(put_text(QUERY(reader, &get), public_id), tournament);
}

enum store_result store_tournament_by_id(struct store_reader *reader, int64_t id,
                                         struct store_tournament *tournament) {
    STATEMENT(get, TOURNAMENTS "WHERE t.id = ?", tournament_columns);
    return query_one(QUERY_WITH(reader, &get, id), tournament);
}

enum store_result store_tournament_set(struct store_tx *tx, struct store_tournament *tournament) {
    STATEMENT(set, "UPDATE tournaments SET {set} WHERE id = ? AND revision = ?",
              tournament_columns);
    struct query query;
    query_open(&query, &tx->reader, &set);
    int64_t before = tournament->revision++;
    put_row(&query, tournament);
    put_int(&query, tournament->id);
    put_int(&query, before);
    return query_change(&query, STORE_CONFLICT);
}

enum store_result store_tournament_delete(struct store_tx *tx, int64_t id) {
    STATEMENT(delete, "DELETE FROM tournaments WHERE id = ?");
    return query_change(QUERY_WITH(&tx->reader, &delete, id), STORE_NONE);
}

#define TAKES_PART(account)                                                                        \
    "(t.account_id = " account " OR EXISTS (SELECT 1 FROM tournament_players m"                    \
    " WHERE m.tournament_id = t.id AND m.account_id = " account "))"
#define OF_OWN_CLUB(account)                                                                       \
    "EXISTS (SELECT 1 FROM club_members u WHERE u.club_id = t.club_id AND u.account_id = " account \
    " AND u.role < 3)"

enum store_result
store_tournament_list(struct store_reader *reader, const struct store_tournament_filter *filter,
                      bool (*row)(void *context, const struct store_tournament *tournament),
                      void *context) {
    STATEMENT(list,
              TOURNAMENTS
              "WHERE t.id < ?1 AND (?2 < 0 OR t.status = ?2) AND (?3 < 0 OR"
              " t.format = ?3) AND (t.visibility = 0 OR (?4 <> 0 AND " TAKES_PART(
                  "?4") ") OR (?4 <> 0 AND " OF_OWN_CLUB("?4") ")) AND (?5 = 0 "
                                                               "OR " TAKES_PART("?5") ") AND "
                                                                                      "(?7 = "
                                                                                      "0 OR "
                                                                                      "t."
                                                                                      "club_"
                                                                                      "id = "
                                                                                      "?7) "
                                                                                      "ORDER "
                                                                                      "BY "
                                                                                      "t.id "
                                                                                      "DESC"
                                                                                      " LIMIT"
                                                                                      " ?6",
              tournament_columns);
    struct store_tournament tournament;
    struct query query;
    QUERY_OPEN(&query, reader, &list, filter->before == 0 ? INT64_MAX : filter->before,
               filter->status, filter->format, filter->viewer, filter->mine, filter->limit,
               filter->club);
    while (query_next(&query, &tournament) && row(context, &tournament)) {
    }
    return query_close(&query);
}

enum store_result store_tournaments_due(struct store_reader *reader, int64_t now, int64_t after,
                                        int64_t *ids, size_t max, size_t *count) {
    STATEMENT(due, "SELECT id FROM tournaments WHERE due_at IS NOT NULL AND due_at <= ? AND id > ?"
                   " ORDER BY id LIMIT ?");
    return query_numbers(QUERY_WITH(reader, &due, now, after, (int64_t)max), ids, max, count);
}

enum store_result store_tournament_usage(struct store_reader *reader, int64_t account,
                                         int64_t *organised, int64_t *played) {
    STATEMENT(organises, "SELECT count(*) FROM tournaments WHERE account_id = ? AND status < 2");
    STATEMENT(plays, "SELECT count(*) FROM tournament_players p JOIN tournaments t"
                     " ON t.id = p.tournament_id"
                     " WHERE p.account_id = ? AND p.state = 0 AND t.status < 2");
    enum store_result result = query_number(QUERY_WITH(reader, &organises, account), organised);
    return result == STORE_OK ? query_number(QUERY_WITH(reader, &plays, account), played) : result;
}

/* ---- players ---- */

static const struct column tournament_player_columns[] = {
    READ_ONLY(struct store_tournament_player, account, INT, "p.account_id"),
    READ_ONLY(struct store_tournament_player, name, TEXT, "a.name"),
    READ_ONLY(struct store_tournament_player, number, UINT, "p.number"),
    READ_ONLY(struct store_tournament_player, state, UINT, "p.state"),
    READ_ONLY(struct store_tournament_player, out, UINT,
              "CASE WHEN p.state = 0 AND a.deleted_at IS NULL THEN 0 ELSE 1 END"),
    READ_ONLY(struct store_tournament_player, joined_at, INT, "p.joined_at"),
    {0},
};
#define TOURNAMENT_PLAYERS                                                                         \
    "SELECT {read} FROM tournament_players p JOIN accounts a ON a.id = p.account_id"               \
    " WHERE p.tournament_id = ?"

enum store_result store_tournament_players(struct store_reader *reader, int64_t tournament,
                                           struct store_tournament_player *players, size_t max,
                                           size_t *count) {
    STATEMENT(list, TOURNAMENT_PLAYERS " ORDER BY p.number", tournament_player_columns);
    struct query query;
    QUERY_OPEN(&query, reader, &list, tournament);
    *count = 0;
    while (*count < max && query_next(&query, &players[*count]))
        ++*count;
    return query_close(&query);
}

enum store_result store_tournament_player(struct store_reader *reader, int64_t tournament,
                                          int64_t account, struct store_tournament_player *player) {
    STATEMENT(get, TOURNAMENT_PLAYERS " AND p.account_id = ?", tournament_player_columns);
    return query_one(QUERY_WITH(reader, &get, tournament, account), player);
}

enum store_result store_tournament_player_join(struct store_tx *tx, int64_t tournament,
                                               int64_t account, enum store_player_state state,
                                               int64_t now, unsigned max) {
    STATEMENT(next, "SELECT number + 1 FROM tournament_players WHERE tournament_id = ?"
                    " ORDER BY number DESC LIMIT 1");
    STATEMENT(add, "INSERT INTO tournament_players (tournament_id, number, account_id, state,"
                   " joined_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING");
    int64_t number = 0;
    enum store_result result = query_number(QUERY_WITH(&tx->reader, &next, tournament), &number);
    if (result != STORE_OK || number >= max)
        return result == STORE_OK ? STORE_CONFLICT : result;
    return query_change(QUERY_WITH(&tx->reader, &add, tournament, number, account, state, now),
                        STORE_CONFLICT);
}

enum store_result store_tournament_player_set(struct store_tx *tx, int64_t tournament,
                                              const struct store_tournament_player *player) {
    STATEMENT(set, "UPDATE tournament_players SET account_id = ?, state = ?"
                   " WHERE tournament_id = ? AND number = ?");
    return query_change(
        QUERY_WITH(&tx->reader, &set, player->account, player->state, tournament, player->number),
        STORE_NONE);
}

enum store_result store_tournament_players_swap(struct store_tx *tx, int64_t tournament,
                                                const struct store_tournament_player *player,
                                                const struct store_tournament_player *other) {
    STATEMENT(drop, "DELETE FROM tournament_players WHERE tournament_id = ? AND number = ?");
    STATEMENT(add, "INSERT INTO tournament_players (tournament_id, number, account_id, state,"
                   " joined_at) VALUES (?, ?, ?, ?, ?)");
    struct store_tournament_player in = *other;
    enum store_result result = QUERY_RUN(tx, &drop, tournament, other->number);
    in.number = player->number;
    in.state = STORE_PLAYER_IN;
    if (result == STORE_OK)
        result = store_tournament_player_set(tx, tournament, &in);
    return result == STORE_OK ? QUERY_RUN(tx, &add, tournament, other->number, player->account,
                                          STORE_PLAYER_OUT, player->joined_at)
                              : result;
}

enum store_result store_tournament_players_close(struct store_tx *tx, int64_t tournament) {
    STATEMENT(drop, "DELETE FROM tournament_players WHERE tournament_id = ? AND state <> 0");
    STATEMENT(first, "SELECT number FROM tournament_players WHERE tournament_id = ?"
                     " AND number >= ? ORDER BY number LIMIT 1");
    STATEMENT(renumber, "UPDATE tournament_players SET number = ? WHERE tournament_id = ?"
                        " AND number = ?");
    enum store_result result = QUERY_RUN(tx, &drop, tournament);
    for (int64_t number = 0; result == STORE_OK; number++) {
        int64_t was;
        size_t found;
        result =
            query_numbers(QUERY_WITH(&tx->reader, &first, tournament, number), &was, 1, &found);
        if (result != STORE_OK || found == 0)
            break;
        if (was != number)
            result = QUERY_RUN(tx, &renumber, number, tournament, was);
    }
    return result;
}

/* ---- tables ---- */

/* Behind these: the numbers of the players, and the points by seat; as set, and as the game has them. */
static const struct column tournament_table_columns[] = {
    READ_ONLY(struct store_tournament_table, round, UINT, "r.round"),
    READ_ONLY(struct store_tournament_table, number, UINT, "r.number"),
    READ_ONLY(struct store_tournament_table, division, UINT, "r.division"),
    READ_ONLY(struct store_tournament_table, game, ID, "r.game_id"),
    READ_ONLY(struct store_tournament_table, game_id, TEXT, "g.public_id"),
    READ_ONLY(struct store_tournament_table, game_status, INT, "coalesce(g.status, -1)"),
    READ_ONLY(struct store_tournament_table, ends_at, INT, "r.ends_at"),
    READ_ONLY(struct store_tournament_table, ended_at, ID, "g.finished_at"),
    READ_ONLY(struct store_tournament_table, counted, UINT, "r.counted"),
    READ_ONLY(struct store_tournament_table, winner, SEAT,
              "CASE WHEN r.counted = 1 THEN r.winner ELSE g.winner END"),
    READ_ONLY(struct store_tournament_table, lost, UINT,
              "CASE WHEN r.counted = 1 THEN r.lost ELSE (SELECT CAST(coalesce(sum(CAST(1 AS "
              "bigint) << CAST(s.seat AS integer)), 0)"
              " AS bigint) FROM seats s WHERE s.game_id = g.id AND s.resigned_at IS NOT NULL) END"),
    {0},
};
#define TOURNAMENT_TABLES                                                                          \
    "SELECT {read}, r.players, CASE WHEN r.counted = 1 THEN r.points ELSE g.points END"            \
    " FROM tournament_tables r LEFT JOIN games g ON g.id = r.game_id "

static void get_table_row(struct query *query, struct store_tournament_table *table) {
    memset(table, 0, sizeof *table);
    get_columns(query, tournament_table_columns, table);
    struct store_bytes players = get_bytes(query);
    if (players.len % 2 != 0 || players.len > sizeof table->players) {
        query_damaged(query, "reading a table of a tournament");
        return;
    }
    table->n = (unsigned)players.len / 2;
    for (unsigned i = 0; i < table->n; i++) {
        const uint8_t *bytes = players.data;
        table->players[i] = (uint16_t)(bytes[2 * i] | bytes[2 * i + 1] << 8);
    }
    struct store_bytes points = get_bytes(query);
    if (points.len > 0)
        memcpy(table->points, points.data,
               points.len < sizeof table->points ? points.len : sizeof table->points);
}

enum store_result
store_tournament_tables(struct store_reader *reader, int64_t tournament, unsigned from,
                        bool (*row)(void *context, const struct store_tournament_table *table),
                        void *context) {
    STATEMENT(list,
              TOURNAMENT_TABLES "WHERE r.tournament_id = ? AND r.round >= ?"
                                " ORDER BY r.round, r.number",
              tournament_table_columns);
    struct store_tournament_table table;
    struct query query;
    QUERY_OPEN(&query, reader, &list, tournament, from);
    while (query_row(&query)) {
        get_table_row(&query, &table);
        if (query.result != STORE_OK || !row(context, &table))
            break;
    }
    return query_close(&query);
}

enum store_result store_tournament_table_add(struct store_tx *tx, int64_t tournament,
                                             const struct store_tournament_table *table) {
    STATEMENT(add, "INSERT INTO tournament_tables (tournament_id, round, number, division, ends_at,"
                   " counted, lost, players) VALUES (?, ?, ?, ?, ?, ?, 0, ?)"
                   " ON CONFLICT DO NOTHING");
    uint8_t players[2 * STORE_SEATS_MAX];
    struct query query;
    for (unsigned i = 0; i < table->n; i++) {
        players[2 * i] = (uint8_t)(table->players[i] & 0xff);
        players[2 * i + 1] = (uint8_t)(table->players[i] >> 8);
    }
    QUERY_OPEN(&query, &tx->reader, &add, tournament, table->round, table->number, table->division,
               table->ends_at, table->counted);
    put_blob(&query, players, 2 * (size_t)table->n);
    return query_change(&query, STORE_CONFLICT);
}

enum store_result store_tournament_table_game(struct store_tx *tx, int64_t tournament,
                                              unsigned round, unsigned number, int64_t game) {
    STATEMENT(set, "UPDATE tournament_tables SET game_id = ? WHERE tournament_id = ?"
                   " AND round = ? AND number = ? AND game_id IS NULL AND counted = 0");
    return query_change(QUERY_WITH(&tx->reader, &set, game, tournament, round, number),
                        STORE_CONFLICT);
}

enum store_result store_tournament_table_count(struct store_tx *tx, int64_t tournament,
                                               const struct store_tournament_table *table) {
    STATEMENT(set, "UPDATE tournament_tables SET counted = 1, winner = ?, lost = ?, points = ?"
                   " WHERE tournament_id = ? AND round = ? AND number = ?");
    struct query query;
    query_open(&query, &tx->reader, &set);
    put_seat(&query, table->winner);
    put_int(&query, table->lost);
    put_blob(&query, table->points, table->n);
    put_int(&query, tournament);
    put_int(&query, table->round);
    put_int(&query, table->number);
    return query_change(&query, STORE_NONE);
}

enum store_result store_tournament_round_end(struct store_tx *tx, int64_t tournament, int64_t now) {
    STATEMENT(end, "UPDATE tournament_tables SET ends_at = ?1 WHERE tournament_id = ?2"
                   " AND counted = 0 AND ends_at > ?1");
    return QUERY_RUN(tx, &end, now, tournament);
}

enum store_result store_tournament_round_date(struct store_tx *tx, int64_t tournament,
                                              unsigned round, int64_t at) {
    STATEMENT(date, "UPDATE tournament_tables SET ends_at = ?1 WHERE tournament_id = ?2"
                    " AND round = ?3 AND counted = 0");
    return QUERY_RUN(tx, &date, at, tournament, round);
}

enum store_result store_tournament_table_of(struct store_reader *reader, int64_t tournament,
                                            const char *game,
                                            struct store_tournament_table *table) {
    STATEMENT(get, TOURNAMENT_TABLES "WHERE r.tournament_id = ? AND g.public_id = ?",
              tournament_table_columns);
    struct query query;
    query_open(&query, reader, &get);
    put_int(&query, tournament);
    put_text(&query, game);
    bool found = query_row(&query);
    if (found)
        get_table_row(&query, table);
    return query_end(&query, found);
}

/* ---- titles ---- */

static const struct column title_columns[] = {
    KEY(struct store_title, tournament, INT, "w.tournament_id"),
    KEY(struct store_title, season, UINT, "w.season"),
    KEY(struct store_title, account, INT, "w.account_id"),
    COLUMN(struct store_title, at, INT, "w.at"),
    READ_ONLY(struct store_title, id, TEXT, "t.public_id"),
    READ_ONLY(struct store_title, name, TEXT, "t.name"),
    READ_ONLY(struct store_title, format, INT, "t.format"),
    {0},
};

enum store_result store_title_add(struct store_tx *tx, const struct store_title *title) {
    STATEMENT(add, "INSERT INTO titles ({names}) VALUES ({marks}) ON CONFLICT DO NOTHING",
              title_columns);
    return query_run(put_row(QUERY(&tx->reader, &add), title), NULL);
}

enum store_result store_titles_of(struct store_reader *reader, int64_t account, unsigned limit,
                                  bool (*row)(void *context, const struct store_title *title),
                                  void *context) {
    STATEMENT(list,
              "SELECT {read} FROM titles w JOIN tournaments t ON t.id = w.tournament_id"
              " WHERE w.account_id = ?1 AND t.visibility = 0 ORDER BY w.at DESC, w.tournament_id"
              " LIMIT ?2",
              title_columns);
    struct store_title title;
    struct query query;
    QUERY_OPEN(&query, reader, &list, account, limit);
    while (query_next(&query, &title) && row(context, &title)) {
    }
    return query_close(&query);
}
_Static_assert(STORE_PUBLIC == 0, "as written here");

/* ---- the log ---- */

static const struct column tournament_entry_columns[] = {
    READ_ONLY(struct store_tournament_entry, id, INT, "l.id"),
    COLUMN(struct store_tournament_entry, tournament, INT, "l.tournament_id"),
    COLUMN(struct store_tournament_entry, at, INT, "l.at"),
    COLUMN(struct store_tournament_entry, account, ID, "l.account_id"),
    READ_ONLY(struct store_tournament_entry, name, TEXT, "a.name"),
    COLUMN(struct store_tournament_entry, what, TEXT, "l.what"),
    COLUMN(struct store_tournament_entry, text, TEXT, "l.text"),
    {0},
};

enum store_result store_tournament_log(struct store_tx *tx,
                                       const struct store_tournament_entry *entry) {
    STATEMENT(log, "INSERT INTO tournament_log ({names}) VALUES ({marks})",
              tournament_entry_columns);
    return query_run(put_row(QUERY(&tx->reader, &log), entry), NULL);
}

enum store_result store_tournament_entries(
    struct store_reader *reader, int64_t tournament, int64_t before, unsigned limit,
    bool (*row)(void *context, const struct store_tournament_entry *entry), void *context) {
    STATEMENT(list,
              "SELECT {read} FROM tournament_log l LEFT JOIN accounts a ON a.id = l.account_id"
              " WHERE l.tournament_id = ? AND l.id < ? ORDER BY l.id DESC LIMIT ?",
              tournament_entry_columns);
    struct store_tournament_entry entry;
    struct query query;
    QUERY_OPEN(&query, reader, &list, tournament, before, limit);
    while (query_next(&query, &entry) && row(context, &entry)) {
    }
    return query_close(&query);
}
