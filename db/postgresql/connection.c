/* SPDX-License-Identifier: AGPL-3.0-or-later */

/* Connections, and what PostgreSQL's answers mean. */
#include "db/postgresql/postgresql.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool pg_is_lost(const struct store_reader *reader) {
    const struct pg_connection *connection = reader->db;
    return connection == NULL || connection->stale || PQstatus(connection->conn) != CONNECTION_OK;
}

/* ------------------------------------------------------------------------------ answers -- */

/* What an error means; state: SQLSTATE, "" where the server has sent none. */
static enum store_result result_of_state(const char *state) {
    static const struct {
        const char *state; /* or how it begins */
        enum store_result result;
    } meanings[] = {
        {"23505", STORE_CONFLICT},    /* a key is taken */
        {"53100", STORE_FULL},        /* the disk */
        {"40", STORE_BUSY},           /* two transactions in each other's way */
        {"55P03", STORE_BUSY},        /* a lock that was not given in time */
        {"XX001", STORE_CORRUPT},     /* a page */
        {"XX002", STORE_CORRUPT},     /* an index */
        {"08", STORE_UNAVAILABLE},    /* the connection */
        {"53", STORE_UNAVAILABLE},    /* connections or memory */
        {"57", STORE_UNAVAILABLE},    /* the server stops, starts, or has cancelled it */
        {"25006", STORE_UNAVAILABLE}, /* it is not the one that takes changes (any more) */
    };
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if (strncmp(state, meanings[i].state, strlen(meanings[i].state)) == 0)
            return meanings[i].result;
    return STORE_ERROR;
}

/* Says what has failed, without any value of a row: those stand in the detail of a message. */
static enum store_result report_failure(struct store_reader *reader, const PGresult *result,
                                        const char *doing) {
    struct pg_connection *connection = reader->db;
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    const char *message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    char cause[320];
    enum store_result meaning = result_of_state(state == NULL ? "" : state);
    /* Without a state it was libpq itself, which does not always know at once that the connection is lost. */
    connection->stale |= state == NULL || strcmp(state, "25006") == 0;
    if (pg_is_lost(reader))
        meaning = STORE_UNAVAILABLE;
    if (meaning == STORE_CONFLICT)
        return meaning;
    reader->again = meaning == STORE_BUSY || meaning == STORE_UNAVAILABLE;
    if (message == NULL)
        message = PQerrorMessage(connection->conn);
    snprintf(cause, sizeof cause, "%.*s (SQLSTATE %s)", (int)strcspn(message, "\n"), message,
             state == NULL ? "none" : state);
    return db_fail(reader, meaning, cause, doing);
}

enum store_result pg_result(struct store_reader *reader, PGresult *result, const char *doing,
                            PGresult **rows) {
    ExecStatusType status = PQresultStatus(result);
    enum store_result meaning = STORE_OK;
    *rows = NULL;
    if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) {
        *rows = result;
        return STORE_OK;
    }
    meaning = report_failure(reader, result, doing);
    PQclear(result);
    return meaning;
}

enum store_result pg_exec(struct store_reader *reader, const char *sql, const char *doing) {
    const struct pg_connection *connection = reader->db;
    PGresult *rows;
    enum store_result result = pg_result(reader, PQexec(connection->conn, sql), doing, &rows);
    PQclear(rows);
    return result;
}

enum store_result pg_number(struct store_reader *reader, const char *sql, const char *doing,
                            int64_t *number) {
    const struct pg_connection *connection = reader->db;
    PGresult *rows;
    enum store_result result = pg_result(reader, PQexec(connection->conn, sql), doing, &rows);
    *number =
        result == STORE_OK && PQntuples(rows) > 0 ? strtoll(PQgetvalue(rows, 0, 0), NULL, 10) : 0;
    PQclear(rows);
    return result;
}

/* --------------------------------------------------------------------------- connecting -- */

/* A commit that waits for another machine can be told to wait no longer: it is made here, and lost with
 * this machine. The server says that by a warning alone, the only one that it has for a commit. */
static void hear_notice(void *context, const PGresult *notice) {
    struct pg_connection *connection = context;
    const char *severity = PQresultErrorField(notice, PG_DIAG_SEVERITY_NONLOCALIZED);
    if (severity != NULL && strcmp(severity, "WARNING") == 0)
        connection->unconfirmed = true;
}

#define TIMEOUTS "-c statement_timeout=30s -c idle_in_transaction_session_timeout=60s"

enum store_result pg_connect(struct store_reader *reader, bool writing) {
    const struct store *store = reader->store;
    struct pg_store *own = store->own;
    struct pg_connection *connection = reader->db;
    /* What stands before the address is a default, which it may say otherwise. A statement of ours takes
     * milliseconds: one that does not end holds a lock that others wait for. A store that only reads looks
     * at whole tables. */
    const char *options = store->read_only ? "-c jit=off -c default_transaction_read_only=on"
                          : writing        ? "-c jit=off " TIMEOUTS
                                    : "-c jit=off -c default_transaction_read_only=on " TIMEOUTS;
    const char *const keys[] = {
        "connect_timeout", "tcp_user_timeout", "target_session_attrs", "options",
        "dbname",          "application_name", "client_encoding",      NULL};
    const char *const values[] = {"5",     "10000",      store->read_only ? "any" : "primary",
                                  options, own->address, writing ? own->writer : "hexpost",
                                  "UTF8",  NULL};
    PQfinish(connection->conn);
    connection->conn = PQconnectdbParams(keys, values, 1);
    connection->number++;
    connection->epoch = atomic_load(&own->epoch);
    connection->stale = false;
    if (PQstatus(connection->conn) != CONNECTION_OK)
        return report_failure(reader, NULL, "connecting");
    PQsetNoticeReceiver(connection->conn, hear_notice, connection);
    return STORE_OK;
}

void pg_hang_up(struct store_reader *reader) {
    struct pg_connection *connection = reader->db;
    PQfinish(connection->conn);
    connection->conn = NULL;
}

void pg_disconnect(struct store_reader *reader) {
    struct pg_connection *connection = reader->db;
    if (connection != NULL)
        PQfinish(connection->conn);
    free(connection);
    reader->db = NULL;
}
