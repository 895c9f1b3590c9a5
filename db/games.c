/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/games.h"

#include "db/chain.h"
#include "db/chunks.h"
#include "db/driver.h"
#include "db/events.h"
#include "db/guess_int.h"
#include "db/people.h"
#include "db/recall.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define CLOCKED(game)                                                                              \
    "CASE WHEN EXISTS (SELECT 1 FROM clocks c WHERE c.game_id = " game ") THEN 1 ELSE 0 END"

static const struct column game_columns[] = {
    READ_ONLY(struct store_game, id, INT, "g.id"),
    COLUMN(struct store_game, public_id, TEXT, "g.public_id"),
    COLUMN(struct store_game, name, TEXT, "g.name"),
    COLUMN(struct store_game, mode, UINT, "g.mode"),
    COLUMN(struct store_game, visibility, UINT, "g.visibility"),
    COLUMN(struct store_game, status, UINT, "g.status"),
    COLUMN(struct store_game, creator, INT, "g.creator"),
    COLUMN(struct store_game, rematch_of, ID, "g.rematch_of"),
    COLUMN(struct store_game, category, ID, "g.category"),
    COLUMN(struct store_game, bots, UINT, "g.bots"),
    COLUMN(struct store_game, club, ID, "g.club_id"),
    COLUMN(struct store_game, created_at, INT, "g.created_at"),
    COLUMN(struct store_game, started_at, ID, "g.started_at"),
    COLUMN(struct store_game, finished_at, ID, "g.finished_at"),
    COLUMN(struct store_game, winner, SEAT, "g.winner"),
    COLUMN(struct store_game, server_seed, BLOB, "g.server_seed"),
    COLUMN(struct store_game, commitment, BLOB, "g.commitment"),
    COLUMN(struct store_game, bytes, INT, "g.bytes"),
    COLUMN(struct store_game, recorded, UINT, "g.recorded"),
    COLUMN(struct store_game, checksum, INT, "g.checksum"),
    READ_ONLY(struct store_game, last_seq, UINT, "l.id & 1048575"),
    READ_ONLY(struct store_game, last_at, INT, "l.at"),
    READ_ONLY(struct store_game, last_body, BYTES, "l.body"),
    READ_ONLY(struct store_game, clocked, UINT, CLOCKED("g.id")),
    COLUMN(struct store_game, points, BYTES, "g.points"),
    COLUMN(struct store_game, setup, FULL_BYTES, "g.setup"),
    COLUMN(struct store_game, options, LONG_TEXT, "g.options"),
    COLUMN(struct store_game, position, LONG_TEXT, "g.position"),
    {0},
};

/* The last event of a game's log. */
#define EVENTS_OF(game) "BETWEEN (" game " << 20) + 1 AND (" game " << 20) + 1048575"
#define LAST_EVENT(game)                                                                           \
    "(SELECT e.id FROM events e WHERE e.id " EVENTS_OF(game) " ORDER BY e.id DESC LIMIT 1)"

/* The source of game_columns: each game with its log's last event. */
#define GAME_ROWS " FROM games g LEFT JOIN events l ON l.id = " LAST_EVENT("g.id") " "
#define GAMES     "SELECT {read}" GAME_ROWS

/* The log of a game as one value, in the form of chunks: its chunks, then the events after them. */
#define CHUNKS_OF(game) "FROM event_chunks c WHERE c.id " EVENTS_OF(game)
#define EVENTS_AFTER_CHUNKS(game)                                                                  \
    "FROM events e WHERE e.id BETWEEN coalesce((SELECT c.id + 64 " CHUNKS_OF(                      \
        game) " ORDER BY c.id DESC LIMIT 1), (" game " << 20) + 1) AND (" game " << 20) + 1048575"
/* In a file a longer log is read piece by piece, as it may go on in another thread. */
#define LOG_OF(game)                                                                               \
    "CASE WHEN (l.id & 1048575) <= 2000 THEN coalesce((SELECT keep_chunk(c.body) " CHUNKS_OF(      \
        game) "), (SELECT keep_event(e.at, e.body) " EVENTS_AFTER_CHUNKS(game) ")) END"
#define LOG_IN_SQLITE LOG_OF("g.id")
_Static_assert(STORE_USUAL_EVENTS == 2000, "as written here");
#define LOG_IN_POSTGRESQL                                                                          \
    "CASE WHEN l.id IS NOT NULL THEN coalesce((SELECT string_agg(c.body, ''::bytea ORDER BY "      \
    "c.id) " CHUNKS_OF("g.id") "), ''::bytea) || coalesce((SELECT " CHUNK_OF_EVENTS                \
                               " " EVENTS_AFTER_CHUNKS("g.id") "), ''::bytea) END"

/* Two more columns follow these: a seat's contribution to the dice's seed. */
static const struct column seat_columns[] = {
    COLUMN(struct store_seat, kind, UINT, "s.kind"),
    COLUMN(struct store_seat, account, ID, "s.account_id"),
    READ_ONLY(struct store_seat, account_public_id, TEXT, "a.public_id"),
    READ_ONLY(struct store_seat, account_name, TEXT, "a.name"),
    READ_ONLY(struct store_seat, account_bot, UINT, "coalesce(a.bot, 0)"),
    COLUMN(struct store_seat, bot, TEXT, "s.bot"),
    COLUMN(struct store_seat, invite, TEXT, "s.invite"),
    COLUMN(struct store_seat, resigned_at, ID, "s.resigned_at"),
    {0},
};

/* -------------------------------------------------------------------------------- seats -- */

static void get_seat_row(struct query *query, struct store_seat *seat) {
    memset(seat, 0, sizeof *seat);
    get_columns(query, seat_columns, seat);
    struct store_bytes commitment = get_bytes(query);
    seat->has_client_commitment = commitment.len == STORE_HASH_SIZE;
    if (seat->has_client_commitment)
        memcpy(seat->client_commitment, commitment.data, commitment.len);
    struct store_bytes seed = get_bytes(query);
    seat->client_seed_len = seed.len <= STORE_CLIENT_SEED_MAX ? seed.len : 0;
    if (seat->client_seed_len > 0)
        memcpy(seat->client_seed, seed.data, seed.len);
}

static void put_seat_row(struct query *query, const struct store_seat *seat) {
    assert(seat->client_seed_len <= STORE_CLIENT_SEED_MAX);
    put_row(query, seat);
    put_blob(query, seat->has_client_commitment ? seat->client_commitment : NULL, STORE_HASH_SIZE);
    put_blob(query, seat->client_seed_len > 0 ? seat->client_seed : NULL, seat->client_seed_len);
}

/* Called while the game's own row is open, so both are of the same snapshot. */
enum store_result store_game_seats(struct store_reader *reader, struct store_game *game) {
    STATEMENT(list,
              "SELECT s.seat, {read}, s.client_commitment, s.client_seed"
              " FROM seats s LEFT JOIN accounts a ON a.id = s.account_id"
              " WHERE s.game_id = ? ORDER BY s.seat",
              seat_columns);
    struct query query;
    QUERY_OPEN(&query, reader, &list, game->id);
    game->seat_count = 0;
    while (query_row(&query)) {
        if (get_int(&query) != game->seat_count || game->seat_count == STORE_SEATS_MAX) {
            query_damaged(&query, "reading the seats of a game");
            break;
        }
        get_seat_row(&query, &game->seats[game->seat_count++]);
    }
    return query_close(&query);
}

void db_ask_seats(struct store_reader *reader, int64_t game) {
    struct store_game row = {.id = game};
    (void)store_game_seats(reader, &row);
}

/* account: 0: nobody's. */
static void announce_seat(struct store_tx *tx, int64_t game, int64_t account) {
    store_announce(tx, game);
    if (account != 0)
        store_announce(tx, STORE_TOPIC_ACCOUNT(account));
}

enum store_result store_seat_set(struct store_tx *tx, int64_t game, int seat,
                                 const struct store_seat *was, const struct store_seat *now) {
    STATEMENT(set,
              "UPDATE seats SET {set}, client_commitment = ?, client_seed = ? WHERE game_id = ?"
              " AND seat = ? AND kind = ? AND account_id IS NOT DISTINCT FROM ?",
              seat_columns);
    struct query query;
    query_open(&query, &tx->reader, &set);
    put_seat_row(&query, now);
    put_int(&query, game);
    put_int(&query, seat);
    put_int(&query, was->kind);
    put_id(&query, was->account);
    announce_seat(tx, game, was->account);
    announce_seat(tx, game, now->account);
    return query_change(&query, STORE_CONFLICT);
}

static enum store_result insert_seats(struct store_tx *tx, const struct store_game *game) {
    STATEMENT(create,
              "INSERT INTO seats (game_id, seat, {names}, client_commitment, client_seed)"
              " VALUES (?, ?, {marks}, ?, ?)",
              seat_columns);
    enum store_result result = STORE_OK;
    for (int i = 0; i < game->seat_count && result == STORE_OK; i++) {
        struct query query;
        QUERY_OPEN(&query, &tx->reader, &create, game->id, i);
        put_seat_row(&query, &game->seats[i]);
        announce_seat(tx, game->id, game->seats[i].account);
        result = query_run(&query, NULL);
    }
    return result;
}

/* -------------------------------------------------------------------------------- games -- */

/* Steps to the next game and fills in *game; its bytes are borrowed from the row. */
static bool next_game(struct query *query, struct store_game *game) {
    *game = (struct store_game){.winner = -1};
    if (!query_next(query, game))
        return false;
    game->last_mark = event_mark(game->last_body);
    game->last_body = (struct store_bytes){NULL, 0};
    query->result = store_game_seats(query->reader, game);
    return query->result == STORE_OK;
}

enum store_result db_own_game(struct store_game *game) {
    struct store_bytes *const parts[] = {&game->points, &game->setup, &game->options,
                                         &game->position, &game->log};
    return bytes_own(parts, sizeof parts / sizeof parts[0], &game->memory);
}

/* Reads the one game that an opened query with its parameters gives. */
static enum store_result one_game(struct query *query, struct store_game *game) {
    bool found = next_game(query, game);
    if (found)
        query->result = db_own_game(game);
    return query_end(query, found);
}

enum store_result store_game_create(struct store_tx *tx, struct store_game *game) {
    STATEMENT(create,
              "INSERT INTO games ({names}) VALUES ({marks}) ON CONFLICT DO NOTHING RETURNING id",
              game_columns);
    assert(game->seat_count >= 0 && game->seat_count <= STORE_SEATS_MAX);
    game->checksum = chain_game(game);
    game->bytes =
        STORE_GAME_BYTES + (int64_t)(game->setup.len + game->options.len + game->position.len);
    enum store_result result = query_insert(put_row(QUERY(&tx->reader, &create), game), &game->id);
    return result == STORE_OK ? insert_seats(tx, game) : result;
}

static enum store_result get_by_public_id(struct store_reader *reader, const char *public_id,
                                          struct store_game *game) {
    STATEMENT(get, GAMES "WHERE g.public_id = ?", game_columns, .nests = true);
    struct query query;
    query_open(&query, reader, &get);
    put_text(&query, public_id);
    return one_game(&query, game);
}

/* A row for each seat, then the game's, which has no seat: so it is known to be the last. */
#define WHOLE(log)                                                                                 \
    "SELECT s.seat, NULL, {nulls}, {more}, s.client_commitment, s.client_seed FROM seats s"        \
    " LEFT JOIN accounts a ON a.id = s.account_id"                                                 \
    " WHERE s.game_id = (SELECT id FROM games WHERE public_id = ?1) UNION ALL SELECT NULL, " log   \
    ", {read}, {more nulls}, NULL, NULL" GAME_ROWS "WHERE g.public_id = ?1"
enum {
    LOG_COLUMN = 1,
    SEAT_COLUMN = LOG_COLUMN + sizeof game_columns / sizeof game_columns[0] /* its end too */
};

static void open_whole(struct query *query, struct store_reader *reader, const char *public_id) {
    STATEMENT(whole, WHOLE(LOG_IN_SQLITE), game_columns, seat_columns,
              .postgresql = WHOLE(LOG_IN_POSTGRESQL));
    reader->kept.len = 0;
    reader->kept.failed = false;
    put_text(query_open(query, reader, &whole), public_id);
}

/* Steps to the game's row, which stays open; false: there is none. */
static bool step_whole(struct query *query, struct store_game *game) {
    unsigned seats = 0; /* a set */
    bool more;
    *game = (struct store_game){.winner = -1};
    while ((more = query_row(query)) && !query->driver->is_null(query, 0)) {
        int64_t seat = get_int(query);
        if (seat >= STORE_SEATS_MAX) {
            query_damaged(query, "reading the seats of a game");
            return false;
        }
        query->at = SEAT_COLUMN;
        get_seat_row(query, &game->seats[seat]);
        seats |= 1u << seat;
    }
    if (!more)
        return false;
    query->at = LOG_COLUMN;
    game->log = get_bytes(query);
    get_columns(query, game_columns, game);
    while (seats >> game->seat_count & 1)
        game->seat_count++;
    if (seats >> game->seat_count != 0)
        query_damaged(query, "reading the seats of a game");
    game->last_mark = event_mark(game->last_body);
    game->last_body = (struct store_bytes){NULL, 0};
    if (query->result == STORE_OK)
        query->result = db_own_game(game);
    return query->result == STORE_OK;
}

/* Reads a game again if a guess has brought another one. */
static enum store_result
get_as_guessed(struct store_reader *reader, const char *public_id, struct store_game *game,
               enum store_result (*get)(struct store_reader *reader, const char *public_id,
                                        struct store_game *game)) {
    enum store_result result = get(reader, public_id, game);
    if (result != STORE_OK || guess_was_right(reader, game, &result))
        return result;
    store_game_clear(game);
    return result == STORE_OK ? get(reader, public_id, game) : result;
}

enum store_result store_game_get(struct store_reader *reader, const char *public_id,
                                 struct store_game *game) {
    return get_as_guessed(reader, public_id, game, get_by_public_id);
}

enum store_result db_game_whole(struct store_reader *reader, const char *public_id,
                                struct store_game *game) {
    struct query query;
    open_whole(&query, reader, public_id);
    return query_end(&query, step_whole(&query, game));
}

/* The log of a game that is remembered, and what of its row changes with each event. */
static bool step_log(struct store_reader *reader, int64_t id, struct store_game *game) {
    STATEMENT(log,
              "SELECT " LOG_OF("?1") ", l.id & 1048575, l.at, l.body, " CLOCKED(
                  "?1") " FROM events l WHERE l.id = " LAST_EVENT("?1"),
              .postgresql = "SELECT NULL" /* which remembers no rows */);
    struct query *query = &reader->held;
    reader->kept.len = 0;
    reader->kept.failed = false;
    QUERY_OPEN(query, reader, &log, id);
    if (!query_row(query))
        return false;
    game->log = get_bytes(query);
    game->last_seq = (uint32_t)get_int(query);
    game->last_at = get_int(query);
    game->last_mark = event_mark(get_bytes(query));
    game->clocked = get_int(query) != 0;
    return true;
}

/* Reads a game whose row is remembered. False: it is not, or its row may have changed. */
static bool hold_recalled(struct store_reader *reader, uint64_t state, const char *public_id,
                          struct store_game *game, enum store_result *result) {
    int64_t id = recall_game_id(reader, state, public_id);
    if (id == 0)
        return false;
    bool held = step_log(reader, id, game) && recall_state(reader) == state &&
                recall_game(reader, state, public_id, game, result);
    reader->holds = reader->in_read = held && *result == STORE_OK;
    if (!reader->holds)
        (void)query_close(&reader->held);
    return held;
}

/* The statement stays open: what is read until store_read_end is of its snapshot. */
static enum store_result hold_whole(struct store_reader *reader, const char *public_id,
                                    struct store_game *game) {
    enum store_result result = STORE_OK;
    uint64_t state = recall_state(reader);
    assert(!reader->in_read);
    if (hold_recalled(reader, state, public_id, game, &result))
        return result;
    open_whole(&reader->held, reader, public_id);
    reader->holds = reader->in_read = step_whole(&reader->held, game);
    if (!reader->holds)
        return query_end(&reader->held, false);
    recall_keep_game(reader, state, game);
    return STORE_OK;
}

enum store_result store_game_read(struct store_reader *reader, const char *public_id,
                                  struct store_game *game) {
    bool holds = reader->driver->holds && !reader->writing;
    enum store_result result = holds ? hold_whole(reader, public_id, game) : STORE_CORRUPT;
    if (result != STORE_CORRUPT)
        return result;
    /* Of a damaged game piece by piece, to tell which one it is. */
    result = store_read_begin(reader);
    return result == STORE_OK
               ? get_as_guessed(reader, public_id, game, holds ? get_by_public_id : db_game_whole)
               : result;
}

enum store_result store_game_get_by_id(struct store_reader *reader, int64_t id,
                                       struct store_game *game) {
    STATEMENT(get, GAMES "WHERE g.id = ?", game_columns, .nests = true);
    struct query query;
    QUERY_OPEN(&query, reader, &get, id);
    return one_game(&query, game);
}

enum store_result store_game_rematch(struct store_reader *reader, int64_t id,
                                     struct store_game *game) {
    /* Found in the index alone: where few games are rematches, SQLite's figures of it speak for reading all games. */
    STATEMENT(get, GAMES "WHERE g.id = (SELECT r.id FROM games r WHERE r.rematch_of = ?)",
              game_columns, .nests = true);
    return one_game(QUERY_WITH(reader, &get, id), game);
}

void store_game_clear(struct store_game *game) {
    free(game->memory);
    game->memory = NULL;
    game->points = game->setup = game->options = game->position = game->log =
        (struct store_bytes){NULL, 0};
}

/* The shared part of the lists. ?1 to ?5: before, statuses, modes, viewer, limit. */
#define LIST_SEEN(seen, condition)                                                                 \
    SQL(GAMES "WHERE g.id < ?1"                                                                    \
              " AND ((?2 >> CAST(g.status AS integer)) & 1) <> 0"                                  \
              " AND ((?3 >> CAST(g.mode AS integer)) & 1) <> 0"                                    \
              " AND " seen condition " ORDER BY g.id DESC LIMIT ?5",                               \
        game_columns, .nests = true)
#define LIST(condition) LIST_SEEN(GAME_LISTED("g", "?4"), condition)

/* Lists are the same for everybody who can see a game: one who missed it there would know that its creator avoids them. */
_Static_assert(STORE_GAME_OPEN == 0 && STORE_PRIVATE == 1, "as written below");

/* The ids of the games that an account made or has a seat in. */
#define MINE_OF(account)                                                                           \
    "SELECT game_id FROM seats WHERE account_id = " account                                        \
    " UNION SELECT id FROM games WHERE creator = " account
#define MINE MINE_OF("?7")
#define PLAYED_BY_OTHER                                                                            \
    " AND (?6 = 0 OR EXISTS (SELECT 1 FROM seats p WHERE p.game_id = g.id AND p.account_id = ?6))"

/* What the list is read from, which decides how many rows are read in vain. LIST_GOING: an index finds those of
 * the caller's games that are not over, so that the rows of the others, many and scattered over the file, are
 * not read. */
enum list { LIST_ALL, LIST_STATUS, LIST_PLAYER, LIST_MINE, LIST_GOING, LIST_CLUB, LISTS };

/* Opens a list, and puts the shared parameters. */
static void put_list(struct query *query, struct store_reader *reader, const struct statement *list,
                     const struct store_game_filter *filter) {
    unsigned statuses = filter->statuses != 0 ? filter->statuses : (1U << STORE_GAME_STATUSES) - 1;
    QUERY_OPEN(query, reader, list, filter->before != 0 ? filter->before : INT64_MAX, statuses,
               filter->modes != 0 ? filter->modes : 1U << STORE_MODE_PLAY | 1U << STORE_MODE_TABLE,
               filter->viewer, filter->limit != 0 ? (int64_t)filter->limit : INT64_MAX);
}

/* Opens the list that fits the filter, and puts what it has beyond the shared parameters. */
static void open_list(struct query *query, struct store_reader *reader,
                      const struct store_game_filter *filter) {
    STATEMENTS(
        lists[LISTS], [LIST_ALL] = LIST(""), [LIST_STATUS] = LIST(" AND g.status = ?6"),
        [LIST_PLAYER] = LIST(" AND g.id IN (SELECT game_id FROM seats WHERE account_id = ?6)"),
        [LIST_MINE] = LIST(" AND g.id IN (" MINE ")" PLAYED_BY_OTHER),
        [LIST_GOING] = LIST(" AND g.id IN (SELECT r.id FROM games r" SQLITE_INDEX(
            "games_by_status") " WHERE r.status IN (0, 1) AND r.id IN (" MINE "))" PLAYED_BY_OTHER),
        [LIST_CLUB] = LIST(" AND g.club_id = ?6"));
    const unsigned going = 1U << STORE_GAME_OPEN | 1U << STORE_GAME_ACTIVE;
    unsigned all = (1U << STORE_GAME_STATUSES) - 1;
    unsigned statuses = filter->statuses != 0 ? filter->statuses : all;
    int status = 0;
    while (status < STORE_GAME_STATUSES && statuses != 1U << status)
        status++;
    enum list list = filter->club != 0                               ? LIST_CLUB
                     : filter->mine != 0 && (statuses & ~going) == 0 ? LIST_GOING
                     : filter->mine != 0                             ? LIST_MINE
                     : filter->player != 0                           ? LIST_PLAYER
                     : status < STORE_GAME_STATUSES                  ? LIST_STATUS
                                                                     : LIST_ALL;
    put_list(query, reader, &lists[list], filter);
    if (list != LIST_ALL)
        put_int(query, list == LIST_CLUB     ? filter->club
                       : list == LIST_STATUS ? status
                                             : filter->player);
    if (list == LIST_MINE || list == LIST_GOING)
        put_int(query, filter->mine);
}

enum store_result store_game_list(struct store_reader *reader,
                                  const struct store_game_filter *filter,
                                  bool (*row)(void *context, const struct store_game *game),
                                  void *context) {
    assert(filter->limit <= STORE_LIST_MAX);
    struct store_game game;
    struct query query;
    open_list(&query, reader, filter);
    while (next_game(&query, &game) && row(context, &game)) {
    }
    return query_close(&query);
}

enum store_result
store_game_list_of_people(struct store_reader *reader, const struct store_game_filter *filter,
                          bool followed, bool (*row)(void *context, const struct store_game *game),
                          void *context) {
    STATEMENTS(lists[2],
               LIST_SEEN("(g.visibility <> 1 OR " GAME_LISTED("g", "?4") ")",
                         " AND g.id IN (SELECT game_id FROM watched_games WHERE account_id = ?4)"),
               LIST(" AND g.id IN (SELECT f.game_id FROM people p JOIN seats f"
                    " ON f.account_id = p.other_id WHERE p.account_id = ?4"
                    " AND p.follow = 1)"));
    struct store_game game;
    struct query query;
    put_list(&query, reader, &lists[followed], filter);
    while (next_game(&query, &game) && row(context, &game)) {
    }
    return query_close(&query);
}

enum store_result store_game_ids_over(struct store_reader *reader, int64_t account, int64_t before,
                                      int64_t *ids, size_t max, size_t *count) {
    STATEMENT(list, "SELECT g.id FROM games g WHERE g.id < ?2 AND g.status IN (2, 3)"
                    " AND g.id IN (" MINE_OF("?1") ") ORDER BY g.id DESC LIMIT ?3");
    _Static_assert(STORE_GAME_FINISHED == 2 && STORE_GAME_ABANDONED == 3, "as written here");
    return query_numbers(QUERY_WITH(reader, &list, account, before, (int64_t)max), ids, max, count);
}

/* With the games that it has left. */
#define ALL_OF(account)                                                                            \
    MINE_OF(account) " UNION SELECT game_id FROM past_seats WHERE account_id = " account

enum store_result store_game_ids_of(struct store_reader *reader, int64_t account, int64_t before,
                                    int64_t *ids, size_t max, size_t *count) {
    STATEMENT(list, "SELECT g.id FROM games g WHERE g.id < ?2 AND g.id IN (" ALL_OF(
                        "?1") ")"
                              " ORDER BY g.id DESC LIMIT ?3");
    return query_numbers(QUERY_WITH(reader, &list, account, before, (int64_t)max), ids, max, count);
}

enum store_result store_game_events_of(struct store_reader *reader, int64_t account,
                                       int64_t *events) {
    STATEMENT(sum, "SELECT CAST(coalesce(sum((SELECT e.id & 1048575 FROM events e WHERE e.id"
                   " BETWEEN (g.id << 20) + 1 AND (g.id << 20) + 1048575"
                   " ORDER BY e.id DESC LIMIT 1)), 0) AS bigint)"
                   " FROM games g WHERE g.id IN (" ALL_OF("?1") ")");
    return query_number(QUERY_WITH(reader, &sum, account), events);
}

enum store_result store_game_ids(struct store_reader *reader, enum store_game_status status,
                                 int64_t after, int64_t *ids, size_t max, size_t *count) {
    STATEMENT(list, "SELECT id FROM games WHERE status = ? AND id > ? ORDER BY id LIMIT ?");
    return query_numbers(QUERY_WITH(reader, &list, status, after, (int64_t)max), ids, max, count);
}

enum store_result store_game_next(struct store_reader *reader, int64_t after, int64_t *id) {
    STATEMENT(next, "SELECT id FROM games WHERE id > ? ORDER BY id LIMIT 1");
    size_t count;
    enum store_result result = query_numbers(QUERY_WITH(reader, &next, after), id, 1, &count);
    return result == STORE_OK && count == 0 ? STORE_NONE : result;
}

enum store_result store_game_grow(struct store_tx *tx, int64_t id, int64_t bytes) {
    STATEMENT(grow, "UPDATE games SET bytes = bytes + ?2 WHERE id = ?1");
    return QUERY_RUN(tx, &grow, id, bytes);
}

enum store_result store_game_start(struct store_tx *tx, int64_t id, int64_t now) {
    STATEMENT(start, "UPDATE games SET status = 1, started_at = ?2 WHERE id = ?1 AND status = 0");
    return query_change(QUERY_WITH(&tx->reader, &start, id, now), STORE_CONFLICT);
}

enum store_result store_game_finish(struct store_tx *tx, int64_t id, enum store_game_status status,
                                    int64_t now, int winner, struct store_bytes points) {
    STATEMENT(finish, "UPDATE games SET status = ?2, finished_at = ?3, winner = ?4, points = ?5"
                      " WHERE id = ?1 AND status = 1");
    assert(status == STORE_GAME_FINISHED || status == STORE_GAME_ABANDONED);
    struct query query;
    QUERY_OPEN(&query, &tx->reader, &finish, id, status, now);
    put_seat(&query, winner);
    put_blob(&query, points.data, points.len);
    return query_change(&query, STORE_CONFLICT);
}

enum store_result store_game_delete(struct store_tx *tx, int64_t id) {
    STATEMENT(drop, "DELETE FROM games WHERE id = ? AND status = 0");
    uint32_t seq;
    enum store_result result = store_events_last(&tx->reader, id, &seq, NULL);
    if (result == STORE_OK && seq > 0)
        result = db_fail(&tx->reader, STORE_ERROR, "a game with events cannot be removed",
                         "removing a game");
    if (result != STORE_OK)
        return result;
    return query_change(QUERY_WITH(&tx->reader, &drop, id), STORE_CONFLICT);
}

enum store_result store_count(struct store_reader *reader, struct store_counts *counts) {
    STATEMENT(accounts, "SELECT count(*) FROM accounts WHERE name IS NOT NULL");
    STATEMENT(games, "SELECT count(*) FROM games WHERE status = ?");
    struct query query;
    *counts = (struct store_counts){0};
    query_open(&query, reader, &accounts);
    enum store_result result = query_number(&query, &counts->accounts);
    for (int status = 0; status < STORE_GAME_STATUSES && result == STORE_OK; status++) {
        QUERY_OPEN(&query, reader, &games, status);
        result = query_number(&query, &counts->games[status]);
    }
    return result;
}
