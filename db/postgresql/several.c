/* SPDX-License-Identifier: AGPL-3.0-or-later */

/* Several processes: notices of each other's changes, and the distribution of shares of work. */
#include "db/postgresql/postgresql.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SQL_SIZE = 2048 };

static int64_t read_cell(const PGresult *rows, int row, int column) {
    return strtoll(PQgetvalue(rows, row, column), NULL, 10);
}

/* ----------------------------------------------------------------------------- changes -- */

/*
 * A transaction gets its number when it begins to write and becomes visible when it commits, which may be
 * in another order. So each look begins at the oldest transaction that was still running at the previous
 * look: older ones have been seen, or never will be. The row without a topic says where the next look
 * begins.
 */
enum store_result pg_read_changes(struct store_reader *reader, struct store_look *look,
                                  store_topic *topic, void *context) {
    const struct pg_store *own = reader->store->own;
    char sql[SQL_SIZE];
    PGresult *rows;
    snprintf(sql, sizeof sql,
             "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint, NULL"
             " UNION ALL SELECT DISTINCT 0, topic FROM changes"
             " WHERE xid >= '%" PRIu64 "'::xid8 AND origin <> %" PRId32,
             look->from == 0 ? (uint64_t)INT64_MAX : look->from, own->process);
    enum store_result result = pg_is_lost(reader) ? pg_connect(reader, false) : STORE_OK;
    if (result == STORE_OK)
        result = pg_query(reader, sql, "looking for changes", &rows);
    if (result != STORE_OK)
        return result;
    for (int i = 0; i < PQntuples(rows); i++)
        if (PQgetisnull(rows, i, 1))
            look->from = (uint64_t)read_cell(rows, i, 0);
        else
            topic(context, read_cell(rows, i, 1));
    PQclear(rows);
    return STORE_OK;
}

enum store_result pg_read_clock(struct store_reader *reader, int64_t *ms) {
    PGresult *rows;
    enum store_result result = pg_is_lost(reader) ? pg_connect(reader, false) : STORE_OK;
    if (result == STORE_OK)
        result = pg_query(reader, "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint",
                          "asking what time it is", &rows);
    if (result != STORE_OK)
        return result;
    *ms = read_cell(rows, 0, 0);
    PQclear(rows);
    return STORE_OK;
}

/* ------------------------------------------------------------------------------ shares -- */

/* The processes with a connection that writes. */
#define CONNECTED                                                                                  \
    "(SELECT l.objid::bigint FROM pg_locks l JOIN pg_database d ON d.oid = l.database"             \
    " WHERE l.locktype = 'advisory' AND l.classid = 1213747284 AND l.objsubid = 2"                 \
    " AND d.datname = current_database())"
/* Whether a share is free: it has no owner, it has expired, or its process is gone. */
#define FREE "(owner = 0 OR until < clock_timestamp() OR owner NOT IN " CONNECTED ")"
_Static_assert(SERVING_LOCK == 1213747284, "as written in CONNECTED");

/* Records that the process is alive, or about to end, and deletes what is no longer needed. */
static enum store_result note_alive(struct store_tx *tx, struct store_shares *shares) {
    const struct pg_store *own = tx->reader.store->own;
    char sql[SQL_SIZE];
    PGresult *rows;
    snprintf(
        sql, sizeof sql,
        "INSERT INTO processes (id, knows) VALUES (%" PRId32 ", %d)"
        " ON CONFLICT (id) DO UPDATE SET seen_at = clock_timestamp();"
        "DELETE FROM processes WHERE seen_at < clock_timestamp() - interval '%d s' OR id = %" PRId32
        " OR id NOT IN " CONNECTED
        ";DELETE FROM changes WHERE at < clock_timestamp() - interval '%d s';"
        "DELETE FROM commits WHERE at < clock_timestamp() - interval '2 days';"
        "SELECT count(*) FROM processes",
        own->process, tx->reader.store->metrics.migration, STORE_LEASE_S,
        shares->leaving ? own->process : 0, STORE_CHANGES_S);
    enum store_result result = pg_query(&tx->reader, sql, "saying that this process runs", &rows);
    if (result == STORE_OK)
        shares->processes = (unsigned)read_cell(rows, 0, 0);
    PQclear(rows);
    return result;
}

/* Reads which shares the process has, and how many it should have: an equal part of all, as far as they
 * are free now. */
static enum store_result read_shares(struct store_tx *tx, struct store_shares *shares) {
    const struct pg_store *own = tx->reader.store->own;
    unsigned held = 0, can_be_taken = 0;
    unsigned part =
        (STORE_SHARES + shares->processes - 1) / (shares->processes + !shares->processes);
    char sql[SQL_SIZE];
    PGresult *rows;
    snprintf(sql, sizeof sql,
             "UPDATE shares SET until = clock_timestamp() + interval '%d s' WHERE owner = %" PRId32
             ";SELECT share, CASE WHEN owner = %" PRId32 " THEN fence ELSE 0 END,"
             " CASE WHEN " FREE " THEN 1 ELSE 0 END FROM shares",
             STORE_LEASE_S, own->process, own->process);
    enum store_result result = pg_query(&tx->reader, sql, "renewing shares", &rows);
    if (result != STORE_OK)
        return result;
    memset(shares->fences, 0, sizeof shares->fences);
    for (int i = 0; i < PQntuples(rows); i++) {
        int64_t share = read_cell(rows, i, 0), fence = read_cell(rows, i, 1);
        if (share < 0 || share >= STORE_SHARES)
            continue;
        shares->fences[share] = fence;
        held += fence != 0;
        can_be_taken += fence == 0 && read_cell(rows, i, 2) != 0;
    }
    PQclear(rows);
    shares->wanted = held + can_be_taken < part ? held + can_be_taken : part;
    if (shares->leaving)
        shares->wanted = 0;
    return STORE_OK;
}

/* Takes or gives back shares until the process has as many as it should. */
static enum store_result change_hands(struct store_tx *tx, const struct store_shares *shares) {
    const struct pg_store *own = tx->reader.store->own;
    unsigned held = 0;
    char sql[SQL_SIZE];
    for (unsigned i = 0; i < STORE_SHARES; i++)
        held += shares->fences[i] != 0;
    if (held < shares->wanted)
        snprintf(sql, sizeof sql,
                 "UPDATE shares SET owner = %" PRId32 ", fence = fence + 1,"
                 " until = clock_timestamp() + interval '%d s' WHERE share IN (SELECT share FROM"
                 " shares WHERE owner <> %" PRId32 " AND " FREE " ORDER BY share LIMIT %u)",
                 own->process, STORE_LEASE_S, own->process, shares->wanted - held);
    else
        snprintf(sql, sizeof sql,
                 "UPDATE shares SET owner = 0, fence = fence + 1 WHERE share IN (SELECT share FROM"
                 " shares WHERE owner = %" PRId32 " ORDER BY share DESC LIMIT %u)",
                 own->process, held - shares->wanted);
    return pg_exec(&tx->reader, sql, "taking shares");
}

enum store_result pg_renew_shares(struct store_tx *tx, struct store_shares *shares, bool change) {
    enum store_result result =
        pg_exec(&tx->reader,
                "INSERT INTO shares (share) SELECT generate_series(0, 15) ON CONFLICT DO NOTHING",
                "making the shares");
    if (result == STORE_OK)
        result = note_alive(tx, shares);
    if (result == STORE_OK)
        result = read_shares(tx, shares);
    if (result == STORE_OK && change) {
        result = change_hands(tx, shares);
        if (result == STORE_OK)
            result = read_shares(tx, shares);
    }
    return result;
}
_Static_assert(STORE_SHARES == 16, "as written above");
