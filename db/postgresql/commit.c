/* SPDX-License-Identifier: AGPL-3.0-or-later */

/* Transactions that write: the locks they begin with, and finding out about a commit whose answer was
 * lost. */
#include "db/postgresql/postgresql.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { TEXT_SIZE = 512 };

static enum store_result take_serving_lock(struct store_reader *reader) {
    const struct pg_store *own = reader->store->own;
    char sql[TEXT_SIZE];
    /* The process's own lock shows others that it is alive. The lock ends with the connection. */
    snprintf(sql, sizeof sql,
             "SELECT pg_advisory_lock_shared(%d); SELECT pg_advisory_lock_shared(%d, %" PRId32 ")",
             SERVING_LOCK, SERVING_LOCK, own->process);
    enum store_result result = pg_exec(reader, sql, "waiting to serve the database");
    if (result == STORE_BUSY)
        db_log(reader->store, STORE_LOG_ERROR,
               "%s: another process holds the database alone: `hexpost copy`, or a server of a "
               "version that runs as one process",
               reader->store->path);
    return result;
}

enum store_result pg_connect_writer(struct store_reader *reader) {
    enum store_result result = pg_connect(reader, true);
    if (result == STORE_OK)
        result = take_serving_lock(reader);
    if (result != STORE_OK)
        pg_hang_up(reader);
    return result;
}

/* Reconnects a writer. The server may still take the former connection for alive: it is terminated by its
 * name, and is known to have ended when this succeeds. */
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
        result = take_serving_lock(reader);
    if (result == STORE_OK) {
        atomic_fetch_add(&own->epoch, 1);
        db_log(reader->store, STORE_LOG_INFO, "%s: connected again", reader->store->path);
    } else {
        pg_hang_up(reader);
    }
    return result;
}

/* Sends the statements that lock; those sent after them wait for the locks. */
static enum store_result send_locks(struct store_tx *tx) {
    struct pg_statement *lock =
        pg_own_statement(&tx->reader, tx->key == STORE_KEY_ALL ? OWN_LOCK_ALL : OWN_LOCK_KEY);
    if (lock == NULL)
        return STORE_ERROR;
    pg_put_number(lock, 1, SERVING_LOCK);
    pg_put_number(lock, 2, GATE);
    if (tx->key != STORE_KEY_ALL)
        pg_put_number(lock, 3, KEY_LOCK(tx->key));
    return pg_send(&tx->reader, lock, SENT_RUN, NULL);
}

/* Whether this process still holds the job's share. */
static enum store_result check_fence(struct store_tx *tx) {
    const struct pg_store *own = tx->reader.store->own;
    struct pg_statement *fence = pg_own_statement(&tx->reader, OWN_FENCE);
    PGresult *rows = NULL;
    if (fence == NULL)
        return STORE_ERROR;
    pg_put_number(fence, 1, tx->share);
    pg_put_number(fence, 2, own->process);
    pg_put_number(fence, 3, tx->fence);
    enum store_result result = pg_send(&tx->reader, fence, SENT_ASK, NULL);
    if (result == STORE_OK)
        result = pg_flush(&tx->reader, &rows);
    if (result == STORE_OK && PQntuples(rows) == 0)
        result = STORE_CONFLICT;
    PQclear(rows);
    return result;
}

static enum store_result send_own(struct store_reader *reader, enum pg_own which) {
    struct pg_statement *statement = pg_own_statement(reader, which);
    return statement == NULL ? STORE_ERROR : pg_send(reader, statement, SENT_RUN, NULL);
}

/* Each statement sees what was committed before it, so those after the locks see all that others committed
 * under them. */
static enum store_result begin_locked(struct store_tx *tx) {
    enum store_result result = send_own(&tx->reader, OWN_BEGIN);
    if (result == STORE_OK)
        result = send_locks(tx);
    return result == STORE_OK && tx->fence != 0 ? check_fence(tx) : result;
}

enum store_result pg_begin_write(struct store_tx *tx) {
    struct store_reader *reader = &tx->reader;
    const struct pg_connection *connection = reader->db;
    bool fresh = pg_is_lost(reader);
    enum store_result result = STORE_OK;
    if (connection->number == 0)
        result = pg_connect_writer(reader);
    else if (fresh)
        result = reconnect_writer(reader);
    if (result == STORE_OK)
        result = begin_locked(tx);
    /* An idle connection may have been lost long ago. */
    if (result != STORE_OK && !fresh && pg_is_lost(reader)) {
        result = reconnect_writer(reader);
        if (result == STORE_OK)
            result = begin_locked(tx);
    }
    return result;
}

/* Sends what each commit carries: the mark, which shows by itself whether the transaction was committed, on
 * whichever server one looks. */
static enum store_result send_mark(struct store_reader *reader) {
    struct pg_connection *connection = reader->db;
    struct pg_statement *mark = pg_own_statement(reader, OWN_MARK);
    if (mark == NULL)
        return STORE_ERROR;
    pg_put_number(mark, 1, connection->writer);
    pg_put_number(mark, 2, ++connection->mark);
    return pg_send(reader, mark, SENT_RUN, NULL);
}

/* Sends the topics for other processes. */
static enum store_result send_topics(struct store_tx *tx) {
    const struct pg_store *own = tx->reader.store->own;
    struct pg_statement *announce = pg_own_statement(&tx->reader, OWN_ANNOUNCE);
    char topics[TOPICS_MAX * 24 + 2];
    size_t length = 0;
    if (announce == NULL)
        return STORE_ERROR;
    for (unsigned i = 0; i < tx->announced; i++)
        length += (size_t)snprintf(topics + length, sizeof topics - length, "%c%" PRId64,
                                   i == 0 ? '{' : ',', tx->topics[i]);
    snprintf(topics + length, sizeof topics - length, "}");
    pg_put_text(announce, 1, topics);
    pg_put_number(announce, 2, own->process);
    return pg_send(&tx->reader, announce, SENT_RUN, NULL);
}

static enum store_result send_commit(struct store_tx *tx, PGresult **rows) {
    struct store_reader *reader = &tx->reader;
    struct pg_statement *commit = pg_own_statement(reader, OWN_COMMIT);
    enum store_result result = commit == NULL ? STORE_ERROR : send_mark(reader);
    if (tx->everything) {
        tx->announced = 1;
        tx->topics[0] = STORE_TOPIC_EVERYTHING;
    }
    if (result == STORE_OK && tx->announced > 0)
        result = send_topics(tx);
    if (result == STORE_OK)
        result = pg_send(reader, commit, SENT_ASK, NULL);
    return result == STORE_OK ? pg_flush(reader, rows) : result;
}

enum store_result pg_commit(struct store_tx *tx) {
    struct store_reader *reader = &tx->reader;
    struct pg_connection *connection = reader->db;
    PGresult *rows = NULL;
    connection->unconfirmed = false;
    enum store_result result = send_commit(tx, &rows);
    /* A transaction with a failed statement ends with another status. */
    bool made = result == STORE_OK && strcmp(PQcmdStatus(rows), "COMMIT") == 0;
    PQclear(rows);
    tx->unsettled = result != STORE_OK && pg_is_lost(reader);
    if (result != STORE_OK)
        return result;
    if (!made)
        return db_fail(reader, STORE_ERROR, "a statement before has failed", "committing");
    if (connection->unconfirmed)
        return db_fail(reader, STORE_UNSETTLED,
                       "the change is made here, but may not be on the other machine",
                       "committing");
    return STORE_OK;
}

/* ------------------------------------------------------------------------------ reading -- */

enum store_result pg_begin_read(struct store_reader *reader) {
    struct pg_connection *connection = reader->db;
    enum store_result result = STORE_OK;
    if (!reader->in_read && pg_is_outdated(reader)) /* nothing was read yet */
        result = pg_connect(reader, false);
    if (result == STORE_OK)
        result = send_own(reader, OWN_BEGIN_READ);
    connection->untouched = result == STORE_OK;
    return result;
}

bool pg_end_read(struct store_reader *reader) {
    if (!reader->driver->in_transaction(reader))
        return true;
    bool sent = send_own(reader, OWN_COMMIT) == STORE_OK;
    pg_push(reader);
    return sent;
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
    /* Once this commit is on the other machine, all earlier ones are. */
    connection->unconfirmed = false;
    snprintf(sql, sizeof sql,
             "UPDATE commits SET at = now() WHERE writer = %" PRId64 " RETURNING mark",
             connection->writer);
    result = pg_number(reader, sql, "looking for a commit", &mark);
    if (result != STORE_OK || !tx->unsettled)
        return result;
    db_log(store, STORE_LOG_WARNING, "%s: the commit whose response was lost was %s", store->path,
           mark == connection->mark ? "made" : "not made");
    reader->again = mark != connection->mark;
    if (mark == connection->mark)
        *outcome = connection->unconfirmed ? STORE_UNSETTLED : STORE_OK;
    return STORE_OK;
}
