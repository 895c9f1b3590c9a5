/* SPDX-License-Identifier: AGPL-3.0-or-later */

/* Transactions that write: the locks they begin with, and what became of one whose answer was lost. */
#include "db/postgresql/postgresql.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { TEXT_SIZE = 512 };

enum store_result pg_take_lock(struct store_reader *reader) {
    const struct pg_store *own = reader->store->own;
    char sql[TEXT_SIZE];
    /* Others see by the process's own lock that it is there. It is the connection's and ends with it. */
    snprintf(sql, sizeof sql,
             "SELECT pg_advisory_lock_shared(%d); SELECT pg_advisory_lock_shared(%d, %" PRId32 ")",
             SERVING_LOCK, SERVING_LOCK, own->process);
    enum store_result result = pg_exec(reader, sql, "waiting to serve the database");
    if (result == STORE_BUSY)
        db_log(
            reader->store, STORE_LOG_ERROR,
            "%s: somebody has the database to themselves: `hexpost copy`, or a server of a version "
            "that runs as one process",
            reader->store->path);
    return result;
}

/* A writer's connection anew. What is left of the one before, which the server can still take for alive, is
 * ended by its name, and has ended then. */
static enum store_result reconnect_writer(struct store_reader *reader) {
    struct pg_store *own = reader->store->own;
    char sql[TEXT_SIZE], name[WRITER_NAME_SIZE];
    int64_t left = 0;
    snprintf(sql, sizeof sql,
             "SELECT count(*) FROM (SELECT pg_terminate_backend(pid, %d) AS gone FROM"
             " pg_stat_activity WHERE application_name = '%s' AND pid <> pg_backend_pid()) t"
             " WHERE NOT gone",
             LOCK_S * 1000, pg_writer_name(reader, name));
    enum store_result result = pg_connect(reader, true);
    if (result == STORE_OK)
        result = pg_number(reader, sql, "ending the lost connection", &left);
    if (result == STORE_OK && left > 0)
        result = db_fail(reader, STORE_UNAVAILABLE, "it has not ended yet",
                         "ending the lost connection");
    if (result == STORE_OK)
        result = pg_take_lock(reader);
    if (result == STORE_OK) {
        atomic_fetch_add(&own->epoch, 1);
        db_log(reader->store, STORE_LOG_INFO, "%s: connected again", reader->store->path);
    } else {
        pg_hang_up(reader);
    }
    return result;
}

/* Each statement of the text sees what was made before it, so that what comes behind the locks sees all that
 * others have made under them. */
static enum store_result begin_locked(struct store_tx *tx) {
    const struct pg_store *own = tx->reader.store->own;
    char sql[TEXT_SIZE];
    int length = snprintf(sql, sizeof sql, "BEGIN; SELECT pg_advisory_xact_lock%s(%d, %d)",
                          tx->key == STORE_KEY_ALL ? "" : "_shared", SERVING_LOCK, GATE);
    if (tx->key != STORE_KEY_ALL)
        length += snprintf(sql + length, sizeof sql - (size_t)length,
                           "; SELECT pg_advisory_xact_lock(%" PRId64 ")", KEY_LOCK(tx->key));
    if (tx->fence != 0)
        snprintf(sql + length, sizeof sql - (size_t)length,
                 "; SELECT 1 FROM shares WHERE share = %d AND owner = %" PRId32
                 " AND fence = %" PRId64,
                 tx->share, own->process, tx->fence);
    PGresult *rows;
    enum store_result result = pg_query(&tx->reader, sql, "beginning a transaction", &rows);
    if (result == STORE_OK && tx->fence != 0 && PQntuples(rows) == 0)
        result = STORE_CONFLICT;
    PQclear(rows);
    return result;
}

enum store_result pg_begin_write(struct store_tx *tx) {
    struct store_reader *reader = &tx->reader;
    bool fresh = pg_is_lost(reader);
    enum store_result result = fresh ? reconnect_writer(reader) : STORE_OK;
    if (result == STORE_OK)
        result = begin_locked(tx);
    /* A connection that was idle can have been lost long ago. */
    if (result != STORE_OK && !fresh && pg_is_lost(reader)) {
        result = reconnect_writer(reader);
        if (result == STORE_OK)
            result = begin_locked(tx);
    }
    return result;
}

/* What goes with each commit, in one round trip with it: the mark, which tells by itself whether the
 * transaction was made, on whichever server it is looked for; and what others are to hear. */
static void write_commit(struct store_tx *tx, char *sql, size_t size) {
    const struct pg_store *own = tx->reader.store->own;
    struct pg_connection *connection = tx->reader.db;
    size_t length = (size_t)snprintf(
        sql, size,
        "INSERT INTO commits (writer, mark) VALUES (%" PRId64 ", %" PRId64 ")"
        " ON CONFLICT (writer) DO UPDATE SET mark = excluded.mark, at = excluded.at",
        connection->writer, ++connection->mark);
    if (tx->everything) {
        tx->announced = 1;
        tx->topics[0] = STORE_TOPIC_EVERYTHING;
    }
    for (unsigned i = 0; i < tx->announced; i++)
        length += (size_t)snprintf(sql + length, size - length, "%s(%" PRId64 ", %" PRId32 ")",
                                   i == 0 ? "; INSERT INTO changes (topic, origin) VALUES " : ", ",
                                   tx->topics[i], own->process);
    snprintf(sql + length, size - length, "; COMMIT");
}

enum store_result pg_commit(struct store_tx *tx) {
    struct store_reader *reader = &tx->reader;
    struct pg_connection *connection = reader->db;
    char sql[TEXT_SIZE + TOPICS_MAX * 40];
    PGresult *rows;
    connection->unconfirmed = false;
    write_commit(tx, sql, sizeof sql);
    enum store_result result = pg_query(reader, sql, "committing", &rows);
    /* The end of a transaction in which a statement has failed is another one. */
    bool made = result == STORE_OK && strcmp(PQcmdStatus(rows), "COMMIT") == 0;
    PQclear(rows);
    tx->unsettled = result != STORE_OK && pg_is_lost(reader);
    if (result != STORE_OK)
        return result;
    if (!made)
        return db_fail(reader, STORE_ERROR, "a statement before has failed", "committing");
    if (connection->unconfirmed)
        return db_fail(reader, STORE_UNSETTLED,
                       "the change is made here, and not known to be on the other machine",
                       "committing");
    return STORE_OK;
}

enum store_result pg_settle(struct store_tx *tx, enum store_result *outcome) {
    struct store_reader *reader = &tx->reader;
    const struct store *store = reader->store;
    struct pg_connection *connection = reader->db;
    char sql[TEXT_SIZE];
    int64_t mark;
    enum store_result result = pg_is_lost(reader) ? reconnect_writer(reader) : STORE_OK;
    if (result != STORE_OK)
        return result;
    /* Where this has come to the other machine, so has what was made before. */
    connection->unconfirmed = false;
    snprintf(sql, sizeof sql,
             "UPDATE commits SET at = now() WHERE writer = %" PRId64 " RETURNING mark",
             connection->writer);
    result = pg_number(reader, sql, "looking for a commit", &mark);
    if (result != STORE_OK || !tx->unsettled)
        return result;
    db_log(store, STORE_LOG_WARNING, "%s: the commit whose answer was lost was %s", store->path,
           mark == connection->mark ? "made" : "not made");
    reader->again = mark != connection->mark;
    if (mark == connection->mark)
        *outcome = connection->unconfirmed ? STORE_UNSETTLED : STORE_OK;
    return STORE_OK;
}
