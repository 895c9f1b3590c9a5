/* SPDX-License-Identifier: AGPL-3.0-or-later */

/* Pipelining: statements sent before earlier ones are answered. */
#include "db/postgresql/postgresql.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ----------------------------------------------------------------------------- sending -- */

static void note_sent(struct pg_connection *connection, enum pg_sent_kind kind,
                      struct pg_statement *statement, struct pg_ahead *ahead) {
    assert(connection->n_sent < SENT_MAX);
    connection->sent[connection->n_sent++] =
        (struct pg_sent){.kind = kind, .statement = statement, .ahead = ahead};
}

static enum store_result report_unsent(struct store_reader *reader,
                                       const struct pg_statement *statement) {
    PGresult *rows;
    return pg_result(reader, NULL, statement->text, &rows);
}

/* Prepares a statement on its first use. */
static bool prepare_use(struct pg_connection *connection, struct pg_statement *statement) {
    if (statement->name[0] == '\0' || statement->number == connection->number)
        return true;
    if (PQsendPrepare(connection->conn, statement->name, statement->text, statement->count,
                      statement->types) != 1)
        return false;
    statement->number = connection->number;
    note_sent(connection, SENT_PREPARE, statement, NULL);
    return true;
}

static bool send_use(const struct pg_connection *connection, const struct pg_statement *statement) {
    if (statement->name[0] != '\0')
        return PQsendQueryPrepared(connection->conn, statement->name, statement->count,
                                   statement->values, statement->lengths, statement->formats,
                                   1) == 1;
    return PQsendQueryParams(connection->conn, statement->text, statement->count, statement->types,
                             statement->values, statement->lengths, statement->formats, 1) == 1;
}

static bool send_sync(struct pg_connection *connection) {
    if (PQpipelineSync(connection->conn) != 1)
        return false;
    note_sent(connection, SENT_SYNC, NULL, NULL);
    return true;
}

/* Tracks the transaction's state as it will be after all that was sent. */
static void note_transaction(struct pg_connection *connection,
                             const struct pg_statement *statement) {
    if (connection->n_sent == 0) {
        PGTransactionStatusType status = PQtransactionStatus(connection->conn);
        connection->begun = status == PQTRANS_INTRANS || status == PQTRANS_INERROR;
    }
    if (statement == connection->own[OWN_COMMIT])
        connection->begun = false;
    else if (statement == connection->own[OWN_BEGIN] ||
             statement == connection->own[OWN_BEGIN_READ]) {
        connection->begun = true;
        connection->failure = STORE_OK;
    }
}

enum store_result pg_send(struct store_reader *reader, struct pg_statement *statement,
                          enum pg_sent_kind kind, struct pg_ahead *ahead) {
    enum { ROOM = 4 /* a statement, its preparation, a sync before and after */ };
    struct pg_connection *connection = reader->db;
    enum store_result result = STORE_OK;
    PGresult *none;
    if (connection->n_sent > SENT_MAX - ROOM) {
        result = pg_flush(reader, &none);
        if (result != STORE_OK)
            return result;
    }
    if (statement->writes != NULL && !connection->keeping)
        pg_drop_ahead(reader, statement->writes);
    note_transaction(connection, statement);
    bool sent = PQpipelineStatus(connection->conn) != PQ_PIPELINE_OFF ||
                PQenterPipelineMode(connection->conn) == 1;
    /* a sync, as a failure makes the server skip everything up to it */
    if (statement->ends && connection->n_sent > 0)
        sent = sent && send_sync(connection);
    sent = sent && prepare_use(connection, statement) && send_use(connection, statement);
    if (!sent)
        return report_unsent(reader, statement);
    note_sent(connection, kind, statement, ahead);
    atomic_fetch_add_explicit(&reader->store->statements, 1, memory_order_relaxed);
    return STORE_OK;
}

void pg_push(struct store_reader *reader) {
    struct pg_connection *connection = reader->db;
    if (connection->n_sent > 0 && send_sync(connection))
        (void)PQflush(connection->conn);
}

/* ------------------------------------------------------------------------------ taking -- */

/* Takes all results of one statement; *last is the last one, as with PQexec. */
static bool take_last(struct store_reader *reader, int64_t until, PGresult **last) {
    PGresult *next;
    *last = NULL;
    while (pg_take(reader, until, &next)) {
        if (next == NULL)
            return true;
        PQclear(*last);
        *last = next;
        if (PQresultStatus(next) == PGRES_PIPELINE_SYNC) /* nothing follows it */
            return true;
    }
    PQclear(*last);
    *last = NULL;
    return false;
}

/* Removes it from the list; if it is being read, its rows pass to the reading statement. */
static void drop_one_ahead(struct pg_connection *connection, struct pg_ahead *ahead) {
    struct pg_ahead **at = &connection->ahead;
    while (*at != ahead)
        at = &(*at)->next;
    *at = ahead->next;
    ahead->dropped = true;
    if (ahead->rows == NULL)
        return; /* freed when it is answered */
    if (ahead->statement->rows == ahead->rows)
        ahead->statement->borrowed = false;
    else
        PQclear(ahead->rows);
    free(ahead);
}

/* The state while answers are taken. */
struct flush {
    enum store_result failure; /* the first one */
    PGresult *asked;
    bool answered; /* the query succeeded */
};

static void note_answer(struct store_reader *reader, struct pg_sent *sent, PGresult *result,
                        struct flush *flush) {
    ExecStatusType status = PQresultStatus(result);
    if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) {
        if (sent->kind == SENT_ASK) {
            flush->asked = result;
            flush->answered = true;
        } else if (sent->kind == SENT_AHEAD && !sent->ahead->dropped) {
            sent->ahead->rows = result;
        } else {
            PQclear(result);
        }
        return;
    }
    if (sent->kind == SENT_PREPARE)
        sent->statement->number = 0;
    /* Statements after a failure are not executed. */
    if (status == PGRES_PIPELINE_ABORTED) {
        PQclear(result);
        if (flush->failure == STORE_OK)
            flush->failure = STORE_ERROR;
        return;
    }
    PGresult *none;
    enum store_result failure = pg_result(reader, result, sent->statement->text, &none);
    if (flush->failure == STORE_OK)
        flush->failure = failure;
}

/* Takes all outstanding answers; false: the connection is lost or given up. */
static bool take_answers(struct store_reader *reader, struct flush *flush) {
    struct pg_connection *connection = reader->db;
    int64_t until = pg_patience(reader);
    bool well = pg_send_all(reader, until);
    for (unsigned i = 0; i < connection->n_sent && well; i++) {
        struct pg_sent *sent = &connection->sent[i];
        PGresult *result;
        well = take_last(reader, until, &result);
        if (well && sent->kind == SENT_SYNC) {
            well = PQresultStatus(result) == PGRES_PIPELINE_SYNC;
            PQclear(result);
        } else if (well) {
            note_answer(reader, sent, result, flush);
            if (sent->kind == SENT_AHEAD && sent->ahead->rows == NULL) {
                if (!sent->ahead->dropped)
                    drop_one_ahead(connection, sent->ahead);
                free(sent->ahead);
            }
            sent->kind = SENT_RUN; /* its prefetch must not be freed twice */
        }
        well = well && !pg_is_lost(reader);
    }
    return well;
}

enum store_result pg_flush(struct store_reader *reader, PGresult **rows) {
    struct pg_connection *connection = reader->db;
    struct flush flush = {.failure = STORE_OK};
    PGresult *none;
    *rows = NULL;
    if (connection->n_sent == 0)
        return STORE_OK;
    bool asked = connection->sent[connection->n_sent - 1].kind == SENT_ASK;
    atomic_fetch_add_explicit(&reader->store->round_trips, 1, memory_order_relaxed);
    bool well = send_sync(connection) && take_answers(reader, &flush);
    if (!well) {
        if (PQstatus(connection->conn) == CONNECTION_OK && !connection->stale)
            pg_give_up(reader);
        pg_forget_sent(reader);
        PQclear(flush.asked);
        return flush.failure != STORE_OK ? STORE_UNAVAILABLE
                                         : pg_result(reader, NULL, "waiting for answers", &none);
    }
    connection->n_sent = 0;
    *rows = flush.asked;
    /* A query that succeeds after a failure is the end of the transaction. */
    return asked && flush.answered ? STORE_OK : flush.failure;
}

enum store_result pg_settle_sent(struct store_reader *reader) {
    struct pg_connection *connection = reader->db;
    PGresult *none;
    if (connection == NULL || connection->conn == NULL ||
        PQpipelineStatus(connection->conn) == PQ_PIPELINE_OFF)
        return STORE_OK;
    enum store_result result = pg_flush(reader, &none);
    if (!pg_is_lost(reader) && PQexitPipelineMode(connection->conn) != 1 && result == STORE_OK)
        result = pg_result(reader, NULL, "leaving a pipeline", &none);
    return result;
}

void pg_forget_sent(struct store_reader *reader) {
    struct pg_connection *connection = reader->db;
    pg_drop_ahead(reader, "");
    for (unsigned i = 0; i < connection->n_sent; i++)
        if (connection->sent[i].kind == SENT_AHEAD)
            free(connection->sent[i].ahead);
    connection->n_sent = 0;
    connection->begun = false;
}

/* ------------------------------------------------------------------------ prefetching -- */

/* Writes the parameters one after the other, their lengths first; returns their size. NULL: only
 * returns it. */
static size_t write_parameters(uint8_t *to, const struct pg_statement *statement) {
    size_t size = 0;
    for (int i = 0; i < statement->count; i++) {
        bool null = statement->values[i] == NULL;
        int length = null ? -1 : statement->lengths[i];
        if (to != NULL)
            memcpy(to + size, &length, sizeof length);
        size += sizeof length;
        if (to != NULL && !null)
            memcpy(to + size, statement->values[i], (size_t)length);
        size += null ? 0 : (size_t)length;
    }
    return size;
}

static struct pg_ahead *find_asked(const struct pg_connection *connection,
                                   const struct pg_statement *statement, const uint8_t *key,
                                   size_t size) {
    for (struct pg_ahead *ahead = connection->ahead; ahead != NULL; ahead = ahead->next)
        if (ahead->statement == statement && ahead->size == size &&
            memcmp(ahead->key, key, size) == 0)
            return ahead;
    return NULL;
}

enum { KEY_MAX = 1024 /* longer ones are not prefetched */ };

void pg_send_ahead(struct store_reader *reader, struct pg_statement *statement) {
    struct pg_connection *connection = reader->db;
    size_t size = write_parameters(NULL, statement);
    uint8_t key[KEY_MAX];
    if (statement->writes != NULL || statement->name[0] == '\0' || size > sizeof key)
        return;
    write_parameters(key, statement);
    if (find_asked(connection, statement, key, size) != NULL)
        return;
    struct pg_ahead *ahead = calloc(1, sizeof *ahead + size);
    if (ahead == NULL)
        return;
    ahead->statement = statement;
    ahead->size = size;
    memcpy(ahead->key, key, size);
    if (pg_send(reader, statement, SENT_AHEAD, ahead) != STORE_OK) {
        free(ahead);
        return;
    }
    ahead->next = connection->ahead;
    connection->ahead = ahead;
}

bool pg_find_ahead(struct store_reader *reader, struct pg_statement *statement,
                   enum store_result *result) {
    struct pg_connection *connection = reader->db;
    size_t size;
    uint8_t key[KEY_MAX];
    PGresult *none;
    if (connection->ahead == NULL || (size = write_parameters(NULL, statement)) > sizeof key)
        return false;
    write_parameters(key, statement);
    struct pg_ahead *ahead = find_asked(connection, statement, key, size);
    if (ahead == NULL)
        return false;
    if (ahead->rows == NULL) {
        *result = pg_flush(reader, &none);
        if (*result != STORE_OK)
            return true;
    }
    *result = STORE_OK;
    statement->rows = ahead->rows;
    statement->borrowed = true;
    return true;
}

void pg_drop_ahead(struct store_reader *reader, const char *table) {
    struct pg_connection *connection = reader->db;
    connection->kept = false;
    for (struct pg_ahead *ahead = connection->ahead, *next; ahead != NULL; ahead = next) {
        next = ahead->next;
        if (strstr(ahead->statement->text, table) != NULL)
            drop_one_ahead(connection, ahead);
    }
}

bool pg_keep_ahead(struct store_reader *reader) {
    struct pg_connection *connection = reader->db;
    struct pg_statement *commit = pg_own_statement(reader, OWN_COMMIT);
    PGresult *none;
    connection->keeping = true;
    enum store_result result =
        commit == NULL ? STORE_ERROR : pg_send(reader, commit, SENT_RUN, NULL);
    connection->keeping = false;
    if (result == STORE_OK)
        result = pg_flush(reader, &none);
    if (result != STORE_OK)
        pg_drop_ahead(reader, "");
    if (result != STORE_OK && reader->driver->in_transaction(reader))
        reader->left_open = !reader->driver->roll_back(reader);
    connection->kept = result == STORE_OK;
    return connection->kept;
}

bool pg_ahead_is_kept(const struct store_reader *reader) {
    const struct pg_connection *connection = reader->db;
    return connection->kept;
}

void pg_forget_ahead(struct store_reader *reader) {
    if (reader->db != NULL)
        pg_drop_ahead(reader, "");
}
