/* SPDX-License-Identifier: AGPL-3.0-or-later */

/* Statements: all of a use's parameters go to the server with it, and all of its rows come back at once. */
#include "db/postgresql/postgresql.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The types as the server numbers them, for ever (pg_type.dat). */
enum { OID_BYTEA = 17, OID_INT8 = 20, OID_TEXT = 25 };

static const Oid type_ids[] = {
    [VALUE_INT] = OID_INT8, [VALUE_TEXT] = OID_TEXT, [VALUE_BLOB] = OID_BYTEA};

/* The parameters' order is that of the marks, which are numbered all or none. */
enum { TEXT_MAX = 8192 };
static const char index_hint[] = " INDEXED BY ";

/* Writes the text as PostgreSQL has it, $1 for ? and without what tells SQLite its index; returns the number
 * of parameters. */
static int write_text(char to[TEXT_MAX], const char *from) {
    size_t length = 0;
    int count = 0;
    bool quoted = false;
    while (*from != '\0') {
        assert(length < TEXT_MAX - 16);
        quoted ^= *from == '\'';
        if (!quoted && strncmp(from, index_hint, sizeof index_hint - 1) == 0) {
            from += sizeof index_hint - 1;
            from += strcspn(from, " ");
        } else if (!quoted && *from == '?') {
            char *end;
            int number = (int)strtol(from + 1, &end, 10);
            if (end == from + 1)
                number = count + 1;
            if (number > count)
                count = number;
            length += (size_t)snprintf(to + length, TEXT_MAX - length, "$%d", number);
            from = end;
        } else {
            to[length++] = *from++;
        }
    }
    to[length] = '\0';
    return count;
}

void *pg_prepare(struct query *query, const char *text, bool kept) {
    struct pg_connection *connection = query->reader->db;
    char written[TEXT_MAX];
    size_t count = (size_t)write_text(written, text), size = strlen(written) + 1;
    struct pg_statement *made = calloc(1, sizeof *made);
    if (made != NULL) {
        size_t each = sizeof *made->values + sizeof *made->numbers + 2 * sizeof(int) + sizeof(Oid);
        made->values = calloc(1, count * each + size);
    }
    if (made == NULL || made->values == NULL) {
        free(made);
        query_fail(query, STORE_ERROR, "no memory", "preparing a statement");
        return NULL;
    }
    made->numbers = (void *)(made->values + count);
    made->lengths = (int *)(void *)(made->numbers + count);
    made->formats = made->lengths + count;
    made->types = (Oid *)(made->formats + count);
    made->text = (char *)(made->types + count);
    made->count = (int)count;
    memcpy(made->text, written, size);
    if (kept)
        snprintf(made->name, sizeof made->name, "s%u", ++connection->statements);
    for (size_t i = 0; i < count; i++)
        made->formats[i] = 1; /* binary */
    return made;
}

void pg_drop(struct store_reader *reader, void *stmt) {
    struct pg_statement *statement = stmt;
    (void)reader; /* the server forgets it with the connection */
    assert(statement->rows == NULL);
    free(statement->values);
    free(statement);
}

/* Whether another connection may take this one's place: nothing has been read or written by it that the next
 * statement has to go with. */
static bool may_reconnect(const struct store_reader *reader) {
    const struct pg_connection *connection = reader->db;
    return !reader->writing && !reader->in_read && connection->moments == 0;
}

/* The writer may have found another server since: what is left of the one before must not be read. */
static bool is_outdated(const struct store_reader *reader) {
    struct pg_store *own = reader->store->own;
    const struct pg_connection *connection = reader->db;
    return pg_is_lost(reader) || connection->epoch != atomic_load(&own->epoch);
}

void pg_use(struct query *query) {
    const struct pg_statement *statement = query->stmt;
    /* A statement in use by the same thread would have its rows pulled from under it. */
    assert(statement->rows == NULL && !statement->moment);
    if (query->result == STORE_OK && may_reconnect(query->reader) && is_outdated(query->reader))
        query->result = pg_connect(query->reader, false);
}

/* --------------------------------------------------------------------------- parameters -- */

static struct pg_statement *put_value(struct query *query, int at, enum value_type type,
                                      const void *data, size_t len) {
    struct pg_statement *statement = query->stmt;
    assert(at <= statement->count);
    /* What it was prepared with, as all of its uses have the same types. */
    assert(statement->number == 0 || statement->types[at - 1] == type_ids[type]);
    statement->types[at - 1] = type_ids[type];
    statement->values[at - 1] = data;
    statement->lengths[at - 1] = (int)len;
    return statement;
}

void pg_put_int(struct query *query, int at, int64_t value) {
    struct pg_statement *statement = query->stmt;
    uint8_t *number = statement->numbers[at - 1];
    for (int i = 0; i < 8; i++)
        number[i] = (uint8_t)((uint64_t)value >> (56 - 8 * i));
    put_value(query, at, VALUE_INT, number, 8);
}

void pg_put_null(struct query *query, int at, enum value_type type) {
    put_value(query, at, type, NULL, 0);
}

void pg_put_data(struct query *query, int at, enum value_type type, struct store_bytes value,
                 bool copied) {
    struct pg_statement *statement = query->stmt;
    if (copied) { /* a statement has one of these at most */
        assert(value.len <= sizeof statement->copied);
        memcpy(statement->copied, value.data, value.len);
        value.data = statement->copied;
    }
    put_value(query, at, type, value.data, value.len);
}

/* ---------------------------------------------------------------------------- executing -- */

/* Sends it and takes its rows. Where it is used for the first time it is prepared before. */
static enum store_result send_statement(struct query *query) {
    struct store_reader *reader = query->reader;
    struct pg_connection *connection = reader->db;
    struct pg_statement *statement = query->stmt;
    enum store_result result = STORE_OK;
    PGresult *rows;
    if (statement->name[0] == '\0')
        return pg_result(
            reader,
            pg_wait(reader, PQsendQueryParams(connection->conn, statement->text, statement->count,
                                              statement->types, statement->values,
                                              statement->lengths, statement->formats, 1)),
            statement->text, &statement->rows);
    if (statement->number != connection->number) {
        result = pg_result(
            reader,
            pg_wait(reader, PQsendPrepare(connection->conn, statement->name, statement->text,
                                          statement->count, statement->types)),
            statement->text, &rows);
        PQclear(rows);
        if (result == STORE_OK)
            statement->number = connection->number;
    }
    if (result == STORE_OK)
        result = pg_result(
            reader,
            pg_wait(reader, PQsendQueryPrepared(connection->conn, statement->name, statement->count,
                                                statement->values, statement->lengths,
                                                statement->formats, 1)),
            statement->text, &statement->rows);
    return result;
}

/* Statements that run while one is open see the same moment as it does. */
static enum store_result begin_moment(struct query *query) {
    struct pg_connection *connection = query->reader->db;
    struct pg_statement *statement = query->stmt;
    if (!query->nests || query->reader->driver->in_transaction(query->reader))
        return STORE_OK;
    enum store_result result = pg_exec(
        query->reader, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", "beginning to read");
    statement->moment = result == STORE_OK;
    connection->moments += statement->moment;
    return result;
}

static enum store_result execute_once(struct query *query) {
    enum store_result result = begin_moment(query);
    return result == STORE_OK ? send_statement(query) : result;
}

static void end_moment(struct query *query) {
    struct pg_connection *connection = query->reader->db;
    struct pg_statement *statement = query->stmt;
    if (!statement->moment)
        return;
    statement->moment = false;
    connection->moments--;
    if (!pg_is_lost(query->reader))
        (void)pg_exec(query->reader, "COMMIT", "ending to read");
}

/* A connection that was idle can have been lost long ago: then another one reads the same. */
static void execute_statement(struct query *query) {
    struct store_reader *reader = query->reader;
    struct pg_statement *statement = query->stmt;
    query->result = execute_once(query);
    if (query->result == STORE_UNAVAILABLE && pg_is_lost(reader)) {
        end_moment(query);
        if (may_reconnect(reader) && (query->result = pg_connect(reader, false)) == STORE_OK)
            query->result = execute_once(query);
    }
    statement->row = -1;
    statement->n_rows = query->result == STORE_OK ? PQntuples(statement->rows) : 0;
}

bool pg_step(struct query *query) {
    struct pg_statement *statement = query->stmt;
    if (statement->rows == NULL)
        execute_statement(query);
    return query->result == STORE_OK && ++statement->row < statement->n_rows;
}

/* -------------------------------------------------------------------------------- rows -- */

bool pg_is_null(struct query *query, int at) {
    const struct pg_statement *statement = query->stmt;
    return PQgetisnull(statement->rows, statement->row, at) != 0;
}

int64_t pg_get_int(struct query *query, int at) {
    const struct pg_statement *statement = query->stmt;
    const uint8_t *bytes = (const uint8_t *)PQgetvalue(statement->rows, statement->row, at);
    int length = PQgetlength(statement->rows, statement->row, at);
    if (length == 0) /* null */
        return 0;
    assert(length == 2 || length == 4 || length == 8);
    uint64_t value = (bytes[0] & 0x80) != 0 ? UINT64_MAX : 0;
    for (int i = 0; i < length; i++)
        value = value << 8 | bytes[i];
    return (int64_t)value;
}

struct store_bytes pg_get_data(struct query *query, int at) {
    const struct pg_statement *statement = query->stmt;
    if (pg_is_null(query, at))
        return (struct store_bytes){NULL, 0};
    return (struct store_bytes){PQgetvalue(statement->rows, statement->row, at),
                                (size_t)PQgetlength(statement->rows, statement->row, at)};
}

unsigned pg_changes(struct query *query) {
    const struct pg_statement *statement = query->stmt;
    return (unsigned)strtoul(PQcmdTuples(statement->rows), NULL, 10);
}

void pg_reset(struct query *query) {
    struct pg_statement *statement = query->stmt;
    PQclear(statement->rows);
    statement->rows = NULL;
    end_moment(query);
}
