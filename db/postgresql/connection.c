/* SPDX-License-Identifier: AGPL-3.0-or-later */

/* Connections, and what PostgreSQL's answers mean. */
#include "db/postgresql/postgresql.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool pg_is_lost(const struct store_reader *reader) {
    const struct pg_connection *connection = reader->db;
    return connection == NULL || connection->stale || PQstatus(connection->conn) != CONNECTION_OK;
}

/* ------------------------------------------------------------------------------ answers -- */

/* The result for an error; state: SQLSTATE, "" if the server sent none. */
static enum store_result result_of_state(const char *state) {
    static const struct {
        const char *state; /* or its first characters */
        enum store_result result;
    } meanings[] = {
        {"23503", STORE_NONE},        /* the row that it refers to is gone */
        {"23505", STORE_CONFLICT},    /* a key is taken */
        {"53100", STORE_FULL},        /* the disk */
        {"40", STORE_BUSY},           /* a deadlock or serialization failure */
        {"55P03", STORE_BUSY},        /* a lock timeout */
        {"XX001", STORE_CORRUPT},     /* a page */
        {"XX002", STORE_CORRUPT},     /* an index */
        {"08", STORE_UNAVAILABLE},    /* the connection */
        {"53", STORE_UNAVAILABLE},    /* no connections or memory left */
        {"57", STORE_UNAVAILABLE},    /* the server stops, starts, or cancelled it */
        {"25006", STORE_UNAVAILABLE}, /* the server does not (or no longer) accept writes */
    };
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if (strncmp(state, meanings[i].state, strlen(meanings[i].state)) == 0)
            return meanings[i].result;
    return STORE_ERROR;
}

/* Logs what has failed, without values of rows, which are in a message's detail. */
static enum store_result report_failure(struct store_reader *reader, const PGresult *result,
                                        const char *doing) {
    struct pg_connection *connection = reader->db;
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    const char *message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    char cause[320];
    enum store_result meaning = result_of_state(state == NULL ? "" : state);
    /* An error without a state is libpq's own, which does not always know at once that the connection is
     * lost. */
    connection->stale |= state == NULL || strcmp(state, "25006") == 0;
    if (pg_is_lost(reader))
        meaning = STORE_UNAVAILABLE;
    /* After a failure all later statements fail with 25P02; the first failure counts. */
    if (state != NULL && strcmp(state, "25P02") == 0 && connection->failure != STORE_OK)
        return connection->failure;
    if (connection->failure == STORE_OK)
        connection->failure = meaning;
    if (meaning == STORE_NONE || meaning == STORE_CONFLICT)
        return meaning;
    reader->again = meaning == STORE_BUSY || meaning == STORE_UNAVAILABLE;
    if (message == NULL)
        message = PQerrorMessage(connection->conn);
    if (message[0] == '\0')
        message = "no answer";
    if (strncmp(message, "FATAL:  ", 8) == 0)
        message += 8;
    if (state == NULL)
        snprintf(cause, sizeof cause, "the connection is lost (%.*s)", (int)strcspn(message, "\n"),
                 message);
    else
        snprintf(cause, sizeof cause, "%.*s (SQLSTATE %s)", (int)strcspn(message, "\n"), message,
                 state);
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

/* Waits until the connection is ready for EVENTS; false if that takes beyond UNTIL. */
static bool wait_ready(const PGconn *conn, short events, int64_t until) {
    struct pollfd ready = {.fd = PQsocket(conn), .events = events};
    int64_t left = until == 0 ? -1 : until - now_ms();
    while (until == 0 || left > 0) {
        int found = poll(&ready, 1, until == 0 ? -1 : (int)left);
        if (found > 0 || (found < 0 && errno != EINTR))
            return found > 0;
        left = until - now_ms();
    }
    return false;
}

bool pg_send_all(struct store_reader *reader, int64_t until) {
    struct pg_connection *connection = reader->db;
    PGconn *conn = connection->conn;
    int left;
    while ((left = PQflush(conn)) > 0)
        if (!wait_ready(conn, POLLIN | POLLOUT, until) || PQconsumeInput(conn) == 0)
            return false;
    return left == 0;
}

int64_t pg_patience(const struct store_reader *reader) {
    const struct pg_connection *connection = reader->db;
    return connection->patient ? 0 : now_ms() + ANSWER_S * 1000;
}

bool pg_take(struct store_reader *reader, int64_t until, PGresult **result) {
    struct pg_connection *connection = reader->db;
    PGconn *conn = connection->conn;
    while (PQisBusy(conn)) {
        if (!wait_ready(conn, POLLIN, until))
            return false;
        if (PQconsumeInput(conn) == 0)
            break; /* the result will tell */
    }
    *result = PQgetResult(conn);
    return true;
}

void pg_give_up(struct store_reader *reader) {
    struct pg_connection *connection = reader->db;
    connection->stale = true;
    db_log(reader->store, STORE_LOG_ERROR,
           "%s: the server has not answered for %d seconds; closing the connection",
           reader->store->path, ANSWER_S);
}

PGresult *pg_wait(struct store_reader *reader, int sent) {
    struct pg_connection *connection = reader->db;
    int64_t until = pg_patience(reader);
    PGresult *last = NULL, *next;
    bool well = sent == 1 && pg_send_all(reader, until);
    atomic_fetch_add_explicit(&reader->store->round_trips, 1, memory_order_relaxed);
    while (well && (well = pg_take(reader, until, &next)) && next != NULL) {
        PQclear(last);
        last = next;
    }
    if (well)
        return last;
    PQclear(last);
    if (sent == 1 && PQstatus(connection->conn) == CONNECTION_OK)
        pg_give_up(reader);
    return NULL;
}

enum store_result pg_query(struct store_reader *reader, const char *sql, const char *doing,
                           PGresult **rows) {
    const struct pg_connection *connection = reader->db;
    enum store_result result = pg_settle_sent(reader);
    *rows = NULL;
    if (result != STORE_OK)
        return result;
    atomic_fetch_add_explicit(&reader->store->statements, 1, memory_order_relaxed);
    return pg_result(reader, pg_wait(reader, PQsendQuery(connection->conn, sql)), doing, rows);
}

enum store_result pg_exec(struct store_reader *reader, const char *sql, const char *doing) {
    PGresult *rows;
    enum store_result result = pg_query(reader, sql, doing, &rows);
    PQclear(rows);
    return result;
}

enum store_result pg_number(struct store_reader *reader, const char *sql, const char *doing,
                            int64_t *number) {
    PGresult *rows;
    enum store_result result = pg_query(reader, sql, doing, &rows);
    *number =
        result == STORE_OK && PQntuples(rows) > 0 ? strtoll(PQgetvalue(rows, 0, 0), NULL, 10) : 0;
    PQclear(rows);
    return result;
}

/* --------------------------------------------------------------------------- connecting -- */

/* A commit that waits for a standby can be cancelled: it is then durable here only, and lost with this
 * machine. The server reports that only by a warning, the sole one that it has for a commit. */
static void hear_notice(void *context, const PGresult *notice) {
    struct pg_connection *connection = context;
    const char *severity = PQresultErrorField(notice, PG_DIAG_SEVERITY_NONLOCALIZED);
    if (severity != NULL && strcmp(severity, "WARNING") == 0)
        connection->unconfirmed = true;
}

const char *pg_writer_name(const struct store_reader *reader, char name[WRITER_NAME_SIZE]) {
    const struct pg_connection *connection = reader->db;
    snprintf(name, WRITER_NAME_SIZE, "hexpost writer %016" PRIx64, (uint64_t)connection->writer);
    return name;
}

/* Advice about a server that cannot be connected to, by its message or libpq's. */
static const char *advice_of(const char *message) {
    static const struct {
        const char *said, *advice;
    } advices[] = {
        {"password", "give the password in PGPASSWORD or in the file that PGPASSFILE names"},
        {"pg_hba.conf", "pg_hba.conf of the server has to let this user and machine in"},
        {"role \"", "make the user: CREATE ROLE name LOGIN"},
        {"database \"",
         "make the database: CREATE DATABASE name ENCODING 'UTF8' TEMPLATE template0"},
        {"too many",
         "raise max_connections of the server: each process needs 8 to write and one for "
         "each of its threads"},
        {"translate host name", "is the host's name in the address spelled right?"},
        {"session is", "none of the hosts in the address accepts changes at the moment"},
        {"server is in", "none of the hosts in the address accepts changes at the moment"},
        {"starting up", "it will answer in a moment"},
        {"SSL", "sslmode and sslrootcert in the address say how the connection is encrypted"},
        {"certificate",
         "sslmode and sslrootcert in the address say how the connection is encrypted"},
    };
    for (size_t i = 0; i < sizeof advices / sizeof *advices; i++)
        if (strstr(message, advices[i].said) != NULL)
            return advices[i].advice;
    return "is the server running, and are host and port in the address right?";
}

/* Logs that a connection failed. libpq's message has a line for each host tried, and a guess of its own
 * after a tab; the last host's line says most. */
static enum store_result report_unconnected(struct store_reader *reader) {
    const struct pg_connection *connection = reader->db;
    const char *message = PQerrorMessage(connection->conn), *said = message;
    for (const char *line = message; *line != '\0'; line += strcspn(line, "\n")) {
        line += strspn(line, "\n");
        if (isgraph((unsigned char)*line))
            said = line;
    }
    reader->again = true;
    reader->failure = STORE_UNAVAILABLE;
    db_log(reader->store, STORE_LOG_ERROR, "%s: cannot connect: %.*s; %s", reader->store->path,
           (int)strcspn(said, "\n"), said, advice_of(said));
    return STORE_UNAVAILABLE;
}

enum { OPTIONS_SIZE = 256 };

/* Options given before the address are defaults that it may override. A store that only reads scans whole
 * tables. */
static void write_session_options(const struct store *store, char options[OPTIONS_SIZE]) {
    int length = snprintf(options, OPTIONS_SIZE, "-c jit=off");
    if (!store->read_only)
        snprintf(options + length, OPTIONS_SIZE - (size_t)length,
                 " -c statement_timeout=%ds -c lock_timeout=%ds"
                 " -c idle_in_transaction_session_timeout=%ds",
                 STATEMENT_S, LOCK_S, IDLE_S);
}

enum store_result pg_connect(struct store_reader *reader, bool writing) {
    const struct store *store = reader->store;
    struct pg_store *own = store->own;
    struct pg_connection *connection = reader->db;
    char options[OPTIONS_SIZE], name[WRITER_NAME_SIZE];
    write_session_options(store, options);
    /* Parameters after the address override it. */
    const char *const keys[] = {
        "connect_timeout",      "tcp_user_timeout", "options",         "dbname",
        "target_session_attrs", "application_name", "client_encoding", NULL};
    const char *const values[] = {"5",          "10000",
                                  options,      own->address,
                                  own->session, writing ? pg_writer_name(reader, name) : "hexpost",
                                  "UTF8",       NULL};
    pg_forget_sent(reader);
    PQfinish(connection->conn);
    connection->conn = PQconnectdbParams(keys, values, 1);
    connection->number++;
    connection->epoch = atomic_load(&own->epoch);
    connection->stale = false;
    connection->patient = store->read_only;
    if (PQstatus(connection->conn) != CONNECTION_OK || PQsetnonblocking(connection->conn, 1) != 0)
        return report_unconnected(reader);
    PQsetNoticeReceiver(connection->conn, hear_notice, connection);
    /* Only now, as libpq itself asks a session whether it can write (target_session_attrs). */
    return writing ? STORE_OK
                   : pg_exec(reader, "SET default_transaction_read_only = on",
                             "making a connection read-only");
}

void pg_hang_up(struct store_reader *reader) {
    struct pg_connection *connection = reader->db;
    pg_forget_sent(reader);
    PQfinish(connection->conn);
    connection->conn = NULL;
}

void pg_disconnect(struct store_reader *reader) {
    struct pg_connection *connection = reader->db;
    if (connection != NULL) {
        pg_forget_sent(reader);
        for (size_t i = 0; i < OWN_STATEMENTS; i++)
            pg_free_statement(connection->own[i]);
        PQfinish(connection->conn);
    }
    free(connection);
    reader->db = NULL;
}
