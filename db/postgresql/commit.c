/* SPDX-License-Identifier: AGPL-3.0-or-later */

/* Commits, and what became of one whose answer was lost. */
#include "db/postgresql/postgresql.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* One process at a time: what another one writes is not seen by the jobs here, which count on running one
 * after another. The lock is the connection's and ends with it, so that whoever has lost it cannot write. */
enum store_result pg_take_lock(struct store_reader *reader) {
    char sql[96];
    /* A process that has just been killed can still have a connection for a moment. */
    snprintf(sql, sizeof sql, "SET lock_timeout = '%ds'; SELECT pg_advisory_lock(%d)", TAKE_OVER_S,
             SCHEMA_LOCK);
    enum store_result result = pg_exec(reader, sql, "waiting for the writer's lock");
    if (result == STORE_BUSY)
        db_log(reader->store, STORE_LOG_ERROR,
               "another server is running on %s; this version runs as one process on a database",
               reader->store->path);
    return result;
}

/* The writer's connection anew. What is left of the one before, which the server can still take for alive,
 * is ended by its name. */
static enum store_result reconnect_writer(struct store_reader *reader) {
    struct pg_store *own = reader->store->own;
    char sql[160];
    snprintf(sql, sizeof sql,
             "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
             " WHERE application_name = '%s' AND pid <> pg_backend_pid()",
             own->writer);
    enum store_result result = pg_connect(reader, true);
    if (result == STORE_OK)
        result = pg_exec(reader, sql, "ending the lost connection");
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

/* The mark tells by itself whether the transaction was made, on whichever server it is looked for. */
static enum store_result begin_marked(struct store_reader *reader) {
    struct pg_store *own = reader->store->own;
    char sql[96];
    own->mark++;
    snprintf(sql, sizeof sql, "BEGIN; UPDATE last_commit SET mark = %" PRId64, own->mark);
    return pg_exec(reader, sql, "beginning a transaction");
}

enum store_result pg_begin_write(struct store_reader *reader) {
    bool fresh = pg_is_lost(reader);
    enum store_result result = fresh ? reconnect_writer(reader) : STORE_OK;
    if (result == STORE_OK)
        result = begin_marked(reader);
    /* A connection that was idle can have been lost long ago. */
    if (result != STORE_OK && !fresh && pg_is_lost(reader)) {
        result = reconnect_writer(reader);
        if (result == STORE_OK)
            result = begin_marked(reader);
    }
    return result;
}

enum store_result pg_commit(struct store_reader *reader, bool *unsettled) {
    struct pg_connection *connection = reader->db;
    PGresult *rows;
    connection->unconfirmed = false;
    enum store_result result =
        pg_result(reader, PQexec(connection->conn, "COMMIT"), "committing", &rows);
    /* The end of a transaction in which a statement has failed is another one. */
    bool made = result == STORE_OK && strcmp(PQcmdStatus(rows), "COMMIT") == 0;
    PQclear(rows);
    *unsettled = result != STORE_OK && pg_is_lost(reader);
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

enum store_result pg_settle(struct store_reader *reader, enum store_result *outcome) {
    const struct store *store = reader->store;
    const struct pg_store *own = store->own;
    const struct pg_connection *connection = reader->db;
    int64_t mark;
    enum store_result result = pg_is_lost(reader) ? reconnect_writer(reader) : STORE_OK;
    if (result == STORE_OK)
        result = pg_number(reader, "SELECT mark FROM last_commit", "looking for a commit", &mark);
    if (result != STORE_OK || !store->unsettled)
        return result;
    db_log(store, STORE_LOG_WARNING, "%s: the commit whose answer was lost was %s", store->path,
           mark == own->mark ? "made" : "not made");
    reader->again = mark != own->mark;
    if (mark == own->mark)
        *outcome = connection->unconfirmed ? STORE_UNSETTLED : STORE_OK;
    return STORE_OK;
}
