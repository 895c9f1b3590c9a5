/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/db_int.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define GAME_COLUMNS                                                                               \
    "g.id, g.public_id, g.name, g.mode, g.visibility, g.status, g.creator, g.rematch_of,"          \
    " g.created_at, g.started_at, g.finished_at, g.winner, g.server_seed, g.commitment,"           \
    " (SELECT e.id & 1048575 FROM events e"                                                        \
    " WHERE e.id BETWEEN (g.id << 20) + 1 AND (g.id << 20) + 1048575 ORDER BY e.id DESC LIMIT 1)," \
    " g.points, g.setup, g.options, g.position"

/* -------------------------------------------------------------------------------- seats -- */

static void get_seat_row(struct query *query, struct store_seat *seat) {
    seat->kind = (enum store_seat_kind)get_int(query);
    seat->account = get_int(query);
    get_text(query, seat->account_public_id, sizeof seat->account_public_id);
    get_text(query, seat->account_name, sizeof seat->account_name);
    get_text(query, seat->bot, sizeof seat->bot);
    get_text(query, seat->invite, sizeof seat->invite);
    struct store_bytes commitment = get_bytes(query);
    seat->has_client_commitment = commitment.len == STORE_HASH_SIZE;
    if (seat->has_client_commitment)
        memcpy(seat->client_commitment, commitment.data, commitment.len);
    struct store_bytes seed = get_bytes(query);
    seat->client_seed_len = seed.len <= STORE_CLIENT_SEED_MAX ? seed.len : 0;
    if (seat->client_seed_len > 0)
        memcpy(seat->client_seed, seed.data, seed.len);
    seat->resigned_at = get_int(query);
}

/* Fills game->seats. Called while the game's own row is open, so both are of the same moment. */
static enum store_result read_seats(struct store_reader *reader, struct store_game *game) {
    STATEMENT(list, "SELECT s.seat, s.kind, s.account_id, a.public_id, a.name, s.bot, s.invite,"
                    " s.client_commitment, s.client_seed, s.resigned_at"
                    " FROM seats s LEFT JOIN accounts a ON a.id = s.account_id"
                    " WHERE s.game_id = ? ORDER BY s.seat");
    struct query query;
    query_open(&query, reader, &list);
    put_int(&query, game->id);
    game->seat_count = 0;
    while (query_row(&query)) {
        if (get_int(&query) != game->seat_count || game->seat_count == STORE_SEATS_MAX) {
            query.result = db_result(reader, SQLITE_CORRUPT, "reading the seats of a game");
            break;
        }
        memset(&game->seats[game->seat_count], 0, sizeof game->seats[0]);
        get_seat_row(&query, &game->seats[game->seat_count++]);
    }
    return query_close(&query);
}

static void put_seat_row(struct query *query, const struct store_seat *seat) {
    assert(seat->client_seed_len <= STORE_CLIENT_SEED_MAX);
    put_int(query, seat->kind);
    put_id(query, seat->account);
    put_text(query, seat->bot);
    put_text(query, seat->invite);
    put_blob(query, seat->has_client_commitment ? seat->client_commitment : NULL, STORE_HASH_SIZE);
    put_blob(query, seat->client_seed_len > 0 ? seat->client_seed : NULL, seat->client_seed_len);
    put_id(query, seat->resigned_at);
}

enum store_result store_seat_set(struct store_tx *tx, int64_t game, int seat,
                                 const struct store_seat *was, const struct store_seat *now) {
    STATEMENT(set, "UPDATE seats SET kind = ?1, account_id = ?2, bot = ?3, invite = ?4,"
                   " client_commitment = ?5, client_seed = ?6, resigned_at = ?7"
                   " WHERE game_id = ?8 AND seat = ?9 AND kind = ?10 AND account_id IS ?11");
    struct query query;
    query_open(&query, &tx->reader, &set);
    put_seat_row(&query, now);
    put_int(&query, game);
    put_int(&query, seat);
    put_int(&query, was->kind);
    put_id(&query, was->account);
    return query_change(&query, STORE_CONFLICT);
}

static enum store_result insert_seats(struct store_tx *tx, const struct store_game *game) {
    STATEMENT(create,
              "INSERT INTO seats (kind, account_id, bot, invite, client_commitment,"
              " client_seed, resigned_at, game_id, seat) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    enum store_result result = STORE_OK;
    for (int i = 0; i < game->seat_count && result == STORE_OK; i++) {
        struct query query;
        query_open(&query, &tx->reader, &create);
        put_seat_row(&query, &game->seats[i]);
        put_int(&query, game->id);
        put_int(&query, i);
        result = query_run(&query, NULL);
    }
    return result;
}

/* -------------------------------------------------------------------------------- games -- */

/* Fills *game from the open row; its bytes are borrowed from there. */
static void get_game(struct query *query, struct store_game *game) {
    game->id = get_int(query);
    get_text(query, game->public_id, sizeof game->public_id);
    get_text(query, game->name, sizeof game->name);
    game->mode = (enum store_game_mode)get_int(query);
    game->visibility = (enum store_visibility)get_int(query);
    game->status = (enum store_game_status)get_int(query);
    game->creator = get_int(query);
    game->rematch_of = get_int(query);
    game->created_at = get_int(query);
    game->started_at = get_int(query);
    game->finished_at = get_int(query);
    game->winner = get_seat(query);
    get_hash(query, game->server_seed);
    get_hash(query, game->commitment);
    game->last_seq = (uint32_t)get_int(query);
    game->points = get_bytes(query);
    game->setup = get_bytes(query);
    game->options = get_bytes(query);
    game->position = get_bytes(query);
    game->memory = NULL;
    if (query->result == STORE_OK)
        query->result = read_seats(query->reader, game);
}

/* Reads the one game that an opened query with its parameters gives. */
static enum store_result one_game(struct query *query, struct store_game *game) {
    *game = (struct store_game){.winner = -1};
    bool found = query_row(query);
    if (found)
        get_game(query, game);
    struct store_bytes *const parts[] = {&game->points, &game->setup, &game->options,
                                         &game->position};
    if (found && query->result == STORE_OK)
        query->result = bytes_own(parts, sizeof parts / sizeof parts[0], &game->memory);
    enum store_result result = query_close(query);
    return result == STORE_OK && !found ? STORE_NONE : result;
}

enum store_result store_game_create(struct store_tx *tx, struct store_game *game) {
    STATEMENT(
        create,
        "INSERT INTO games (public_id, name, mode, visibility, status, creator, rematch_of,"
        " created_at, started_at, finished_at, winner, points, server_seed, commitment, setup,"
        " options, position) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    assert(game->seat_count >= 0 && game->seat_count <= STORE_SEATS_MAX);
    struct query query;
    query_open(&query, &tx->reader, &create);
    put_text(&query, game->public_id);
    put_text(&query, game->name);
    put_int(&query, game->mode);
    put_int(&query, game->visibility);
    put_int(&query, game->status);
    put_int(&query, game->creator);
    put_id(&query, game->rematch_of);
    put_int(&query, game->created_at);
    put_id(&query, game->started_at);
    put_id(&query, game->finished_at);
    put_seat(&query, game->winner);
    put_blob(&query, game->points.data, game->points.len);
    put_blob(&query, game->server_seed, sizeof game->server_seed);
    put_blob(&query, game->commitment, sizeof game->commitment);
    put_bytes(&query, game->setup);
    put_long_text(&query, game->options);
    put_long_text(&query, game->position);
    enum store_result result = query_run(&query, NULL);
    if (result != STORE_OK)
        return result;
    game->id = sqlite3_last_insert_rowid(tx->reader.db);
    return insert_seats(tx, game);
}

enum store_result store_game_get(struct store_reader *reader, const char *public_id,
                                 struct store_game *game) {
    STATEMENT(get, "SELECT " GAME_COLUMNS " FROM games g WHERE g.public_id = ?");
    struct query query;
    query_open(&query, reader, &get);
    put_text(&query, public_id);
    return one_game(&query, game);
}

enum store_result store_game_get_by_id(struct store_reader *reader, int64_t id,
                                       struct store_game *game) {
    STATEMENT(get, "SELECT " GAME_COLUMNS " FROM games g WHERE g.id = ?");
    struct query query;
    query_open(&query, reader, &get);
    put_int(&query, id);
    return one_game(&query, game);
}

enum store_result store_game_rematch(struct store_reader *reader, int64_t id,
                                     struct store_game *game) {
    STATEMENT(get, "SELECT " GAME_COLUMNS " FROM games g WHERE g.rematch_of = ?");
    struct query query;
    query_open(&query, reader, &get);
    put_int(&query, id);
    return one_game(&query, game);
}

void store_game_clear(struct store_game *game) {
    free(game->memory);
    game->memory = NULL;
    game->points = game->setup = game->options = game->position = (struct store_bytes){NULL, 0};
}

/* The shared part of the lists; ?1 to ?8: before, statuses, viewer, limit, one status,
 * mine, player, modes. */
#define LIST(condition)                                                                            \
    "SELECT " GAME_COLUMNS " FROM games g WHERE g.id < ?1 AND (?2 >> g.status) & 1"                \
    " AND (?8 >> g.mode) & 1"                                                                      \
    " AND (g.visibility = 0 OR g.creator = ?3"                                                     \
    " OR EXISTS (SELECT 1 FROM seats v WHERE v.game_id = g.id AND v.account_id = ?3))" condition   \
    " ORDER BY g.id DESC LIMIT ?4"

STATEMENT(list_all, LIST(""));
STATEMENT(list_status, LIST(" AND g.status = ?5"));
STATEMENT(list_player, LIST(" AND g.id IN (SELECT game_id FROM seats WHERE account_id = ?7)"));
STATEMENT(list_mine,
          LIST(" AND g.id IN (SELECT game_id FROM seats WHERE account_id = ?6"
               " UNION SELECT id FROM games WHERE creator = ?6)"
               " AND (?7 = 0 OR EXISTS"
               " (SELECT 1 FROM seats p WHERE p.game_id = g.id AND p.account_id = ?7))"));

static const struct statement *list_for(const struct store_game_filter *filter, int *status) {
    *status = 0;
    if (filter->mine != 0)
        return &list_mine;
    if (filter->player != 0)
        return &list_player;
    for (int s = 0; s < STORE_GAME_STATUSES; s++) {
        if (filter->statuses == 1U << s) {
            *status = s;
            return &list_status;
        }
    }
    return &list_all;
}

enum store_result store_game_list(struct store_reader *reader,
                                  const struct store_game_filter *filter,
                                  bool (*row)(void *context, const struct store_game *game),
                                  void *context) {
    assert(filter->limit >= 1 && filter->limit <= STORE_LIST_MAX);
    int status;
    const struct statement *statement = list_for(filter, &status);
    const int64_t parameters[] = {
        filter->before != 0 ? filter->before : INT64_MAX,
        filter->statuses != 0 ? filter->statuses : (1U << STORE_GAME_STATUSES) - 1,
        filter->viewer,
        filter->limit,
        status,
        filter->mine,
        filter->player,
        filter->modes != 0 ? filter->modes : 1U << STORE_MODE_PLAY | 1U << STORE_MODE_TABLE,
    };
    struct query query;
    query_open(&query, reader, statement);
    int used = query.stmt == NULL ? 0 : sqlite3_bind_parameter_count(query.stmt);
    for (int i = 0; i < used; i++)
        put_int(&query, parameters[i]);
    while (query_row(&query)) {
        struct store_game game = {0};
        get_game(&query, &game);
        if (query.result != STORE_OK || !row(context, &game))
            break;
    }
    return query_close(&query);
}

enum store_result store_game_ids(struct store_reader *reader, enum store_game_status status,
                                 int64_t after, int64_t *ids, size_t max, size_t *count) {
    STATEMENT(list, "SELECT id FROM games WHERE status = ? AND id > ? ORDER BY id LIMIT ?");
    struct query query;
    query_open(&query, reader, &list);
    put_int(&query, status);
    put_int(&query, after);
    put_int(&query, (int64_t)max);
    *count = 0;
    while (*count < max && query_row(&query))
        ids[(*count)++] = get_int(&query);
    return query_close(&query);
}

enum store_result store_game_start(struct store_tx *tx, int64_t id, int64_t now) {
    STATEMENT(start, "UPDATE games SET status = 1, started_at = ?2 WHERE id = ?1 AND status = 0");
    struct query query;
    query_open(&query, &tx->reader, &start);
    put_int(&query, id);
    put_int(&query, now);
    return query_change(&query, STORE_CONFLICT);
}

enum store_result store_game_finish(struct store_tx *tx, int64_t id, enum store_game_status status,
                                    int64_t now, int winner, struct store_bytes points) {
    STATEMENT(finish, "UPDATE games SET status = ?2, finished_at = ?3, winner = ?4, points = ?5"
                      " WHERE id = ?1 AND status = 1");
    assert(status == STORE_GAME_FINISHED || status == STORE_GAME_ABANDONED);
    struct query query;
    query_open(&query, &tx->reader, &finish);
    put_int(&query, id);
    put_int(&query, status);
    put_int(&query, now);
    put_seat(&query, winner);
    put_blob(&query, points.data, points.len);
    return query_change(&query, STORE_CONFLICT);
}

enum store_result store_game_delete(struct store_tx *tx, int64_t id) {
    STATEMENT(drop, "DELETE FROM games WHERE id = ? AND status = 0");
    struct query query;
    query_open(&query, &tx->reader, &drop);
    put_int(&query, id);
    return query_change(&query, STORE_CONFLICT);
}

enum store_result store_count(struct store_reader *reader, struct store_counts *counts) {
    STATEMENT(accounts, "SELECT count(*) FROM accounts WHERE name IS NOT NULL");
    STATEMENT(games, "SELECT count(*) FROM games WHERE status = ?");
    struct query query;
    *counts = (struct store_counts){0};
    query_open(&query, reader, &accounts);
    if (query_row(&query))
        counts->accounts = get_int(&query);
    enum store_result result = query_close(&query);
    for (int status = 0; status < STORE_GAME_STATUSES && result == STORE_OK; status++) {
        query_open(&query, reader, &games);
        put_int(&query, status);
        if (query_row(&query))
            counts->games[status] = get_int(&query);
        result = query_close(&query);
    }
    return result;
}
