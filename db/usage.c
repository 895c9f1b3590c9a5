/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/usage.h"

#include "db/db_int.h"

/* Games of tournaments are made by the server. */
#define OF_NO_TOURNAMENT                                                                           \
    " AND NOT EXISTS (SELECT 1 FROM tournament_tables r WHERE r.game_id = g.id)"

#define DAY_MS "86400000"
_Static_assert(STORE_DAY_MS == 86400000, "as written here");

/* What is counted, how, and the bit of ?3 that selects it. Each has an index of its own (migrations/,
 * "quotas"). */
#define USAGES(X)                                                                                  \
    X(0, bytes, "SELECT CAST(coalesce(sum(bytes), 0) AS bigint) FROM games WHERE creator = ?1")    \
    X(1, running_games,                                                                            \
      "SELECT count(*) FROM games g WHERE creator = ?1 AND status < 2" OF_NO_TOURNAMENT)           \
    X(2, open_games,                                                                               \
      "SELECT count(*) FROM games WHERE creator = ?1 AND status < 2 AND status = 0"                \
      " AND visibility = 0")                                                                       \
    X(3, bot_games,                                                                                \
      "SELECT count(*) FROM games g WHERE creator = ?1 AND status < 2 AND status = 1"              \
      " AND mode = 0 AND NOT EXISTS"                                                               \
      " (SELECT 1 FROM seats s WHERE s.game_id = g.id AND s.kind <> 2)")                           \
    X(4, games_per_day,                                                                            \
      "SELECT count(*) FROM games g WHERE creator = ?1 AND created_at > ?2" OF_NO_TOURNAMENT)      \
    X(5, records_per_day,                                                                          \
      "SELECT count(*) FROM games WHERE creator = ?1 AND created_at > ?2 AND recorded = 1")        \
    X(6, notes, "SELECT count(*) FROM notes WHERE account_id = ?1 AND text <> ''")                 \
    X(7, messages_per_day, "SELECT count(*) FROM talk WHERE account_id = ?1 AND at > ?2")          \
    X(8, tokens_per_day, "SELECT count(*) FROM tokens WHERE account_id = ?1 AND created_at > ?2")  \
    X(9, reports_per_day, "SELECT count(*) FROM reports WHERE account_id = ?1 AND at > ?2")        \
    X(10, clubs, "SELECT count(*) FROM club_members WHERE account_id = ?1 AND role <> 3")          \
    X(11, own_clubs, "SELECT count(*) FROM club_members WHERE account_id = ?1 AND role = 0")       \
    X(12, groups,                                                                                  \
      "SELECT count(*) FROM group_members WHERE account_id = ?1 AND joined_at IS NOT NULL"         \
      " AND left_at IS NULL")                                                                      \
    X(13, people, "SELECT count(*) FROM people WHERE account_id = ?1")                             \
    X(14, watched_games, "SELECT count(*) FROM watched_games WHERE account_id = ?1")               \
    X(15, seeks, "SELECT count(*) FROM seeks WHERE account_id = ?1 AND expires_at > ?2 + " DAY_MS)

#define USED(place, member, count)                                                                 \
    READ_ONLY(struct store_usage, member, INT,                                                     \
              "CASE WHEN (?3 >> " #place ") & 1 = 1 THEN (" count ") ELSE 0 END"),
#define USED_BIT(place, member, count)                                                             \
    _Static_assert(1u << (place) == STORE_USAGE_BIT(member), "in the order of the members");

static const struct column usage_columns[] = {USAGES(USED){0}};
USAGES(USED_BIT)

enum store_result store_usage_get(struct store_reader *reader, int64_t account, int64_t now,
                                  unsigned which, struct store_usage *usage) {
    STATEMENT(get, "SELECT {read}", usage_columns);
    if (which & STORE_USAGE_BIT(bytes))
        which |= STORE_USAGE_BIT(notes);
    enum store_result result =
        query_one(QUERY_WITH(reader, &get, account, now - STORE_DAY_MS, which), usage);
    usage->bytes += usage->notes * STORE_NOTES_BYTES;
    return result;
}

/* Allowances: the only state of a client is the time when its allowance will be full again. Spending moves that
 * time on by ?2, if it is not after ?3; ?1 is now. Two processes at once wait for each other at the row. */
#define SPEND(table, key, values)                                                                  \
    "INSERT INTO " table " (" key ", full_at) VALUES (" values ", ?1 + ?2)"                        \
    " ON CONFLICT (" key ") DO UPDATE SET full_at ="                                               \
    " CASE WHEN " table ".full_at > ?1 THEN " table ".full_at ELSE ?1 END + ?2"                    \
    " WHERE " table ".full_at <= ?3 RETURNING full_at"

/* *wait: 0, or how long until the allowance, full at FULL_AT, can be spent again. */
static enum store_result wait_for_room(enum store_result result, int64_t full_at, int64_t latest,
                                       int64_t *wait) {
    if (result == STORE_OK)
        *wait = full_at > latest ? full_at - latest : 1;
    return result;
}

enum store_result store_sign_up_count(struct store_tx *tx, int64_t client,
                                      const struct store_sign_up_limit *limit, int64_t now,
                                      int64_t *wait) {
    STATEMENT(spend, SPEND("sign_ups", "client", "?4"));
    STATEMENT(look, "SELECT full_at FROM sign_ups WHERE client = ?");
    const int64_t latest = now + limit->burst_ms - limit->interval_ms;
    struct query query;
    int64_t full_at = 0;

    *wait = 0;
    QUERY_OPEN(&query, &tx->reader, &spend, now, limit->interval_ms, latest, client);
    enum store_result result = query_exists(&query);
    if (result != STORE_NONE)
        return result;
    result = query_number(QUERY_WITH(&tx->reader, &look, client), &full_at);
    return wait_for_room(result, full_at, latest, wait);
}

static enum store_result look_at_allowance(struct store_reader *reader, int64_t client, int kind,
                                           int64_t *full_at) {
    STATEMENT(look, "SELECT full_at FROM allowances WHERE client = ? AND kind = ?");
    return query_number(QUERY_WITH(reader, &look, client, kind), full_at);
}

enum store_result store_allowance_spend(struct store_tx *tx, int64_t client, int kind,
                                        int64_t amount, int64_t limit, int64_t now, int64_t *wait) {
    STATEMENT(spend, SPEND("allowances", "client, kind", "?4, ?5"));
    const int64_t takes = amount >= limit ? STORE_DAY_MS : amount * STORE_DAY_MS / limit;
    const int64_t latest = now + STORE_DAY_MS - takes;
    struct query query;
    int64_t full_at = 0;

    *wait = amount > limit ? STORE_DAY_MS : 0;
    if (*wait != 0)
        return STORE_OK;
    QUERY_OPEN(&query, &tx->reader, &spend, now, takes, latest, client, kind);
    enum store_result result = query_exists(&query);
    if (result != STORE_NONE)
        return result;
    result = look_at_allowance(&tx->reader, client, kind, &full_at);
    return wait_for_room(result, full_at, latest, wait);
}

enum store_result store_allowance_used(struct store_reader *reader, int64_t client, int kind,
                                       int64_t limit, int64_t now, int64_t *used) {
    int64_t full_at = 0;
    enum store_result result = look_at_allowance(reader, client, kind, &full_at);

    *used = full_at > now ? (full_at - now) * limit / STORE_DAY_MS : 0;
    return result;
}
