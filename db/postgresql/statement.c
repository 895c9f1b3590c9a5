/* SPDX-License-Identifier: AGPL-3.0-or-later */

/* Statements: a use sends all of its parameters at once, and gets all of its rows at once. */
#include "db/postgresql/postgresql.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The server's fixed numbers of types (pg_type.dat). */
enum { OID_BYTEA = 17, OID_INT8 = 20, OID_TEXT = 25 };

static const Oid type_ids[] = {
    [VALUE_INT] = OID_INT8, [VALUE_TEXT] = OID_TEXT, [VALUE_BLOB] = OID_BYTEA};

/* Parameters are in the order of the marks, of which all or none are numbered. */
enum { TEXT_MAX = 8192 };
static const char index_hint[] = " INDEXED BY ";

/* Writes the text for PostgreSQL, with $1 for ? and without SQLite's INDEXED BY; returns the number of
 * parameters. */
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

/* The table that the text writes to, as in pg_statement.writes. NAME holds the copy. */
static const char *find_table(const char *text, char name[TABLE_SIZE]) {
    static const char *const writes[] = {"INSERT INTO ", "UPDATE ", "DELETE FROM "};
    if (strncmp(text, "SELECT ", 7) == 0)
        return NULL;
    name[0] = '\0';
    for (size_t i = 0; i < sizeof writes / sizeof *writes; i++) {
        size_t size = strlen(writes[i]);
        if (strncmp(text, writes[i], size) == 0)
            snprintf(name, TABLE_SIZE, "%.*s", (int)strcspn(text + size, " "), text + size);
    }
    return name;
}

static struct pg_statement *make_statement(struct pg_connection *connection, const char *text,
                                           bool kept) {
    char written[TEXT_MAX];
    size_t count = (size_t)write_text(written, text), size = strlen(written) + 1;
    struct pg_statement *made = calloc(1, sizeof *made);
    if (made != NULL) {
        size_t each = sizeof *made->values + sizeof *made->numbers + 2 * sizeof(int) + sizeof(Oid);
        made->values = calloc(1, count * each + size);
    }
    if (made == NULL || made->values == NULL) {
        free(made);
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
    made->writes = find_table(made->text, made->table);
    made->ends = strncmp(made->text, "ROLLBACK", 8) == 0;
    return made;
}

void *pg_prepare(struct query *query, const char *text, bool kept) {
    struct pg_statement *made = make_statement(query->reader->db, text, kept);
    if (made == NULL)
        query_fail(query, STORE_ERROR, "no memory", "preparing a statement");
    return made;
}

struct pg_statement *pg_own_statement(struct store_reader *reader, enum pg_own which) {
    static const char *const texts[OWN_STATEMENTS] = {
        [OWN_BEGIN_READ] = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        [OWN_COMMIT] = "COMMIT",
        [OWN_BEGIN] = "BEGIN",
        /* In this order; later statements see all that others have committed under these locks. */
        [OWN_LOCK_KEY] = "SELECT pg_advisory_xact_lock_shared(CAST(?1 AS integer),"
                         " CAST(?2 AS integer)), pg_advisory_xact_lock(?3)",
        [OWN_LOCK_ALL] = "SELECT pg_advisory_xact_lock(CAST(?1 AS integer), CAST(?2 AS integer))",
        [OWN_FENCE] = "SELECT 1 FROM shares WHERE share = ? AND owner = ? AND fence = ?",
        [OWN_MARK] = "INSERT INTO commits (writer, mark) VALUES (?, ?)"
                     " ON CONFLICT (writer) DO UPDATE SET mark = excluded.mark, at = excluded.at",
        [OWN_ANNOUNCE] = "INSERT INTO changes (topic, origin) SELECT t, ?2"
                         " FROM unnest(CAST(?1 AS bigint[])) t",
    };
    struct pg_connection *connection = reader->db;
    struct pg_statement **own = &connection->own[which];
    if (*own == NULL)
        *own = make_statement(connection, texts[which], true);
    if (*own == NULL)
        (void)db_fail(reader, STORE_ERROR, "no memory", "preparing a statement");
    return *own;
}

void pg_free_statement(struct pg_statement *statement) {
    if (statement == NULL)
        return;
    assert(statement->rows == NULL);
    free(statement->values);
    free(statement);
}

void pg_drop(struct store_reader *reader, void *stmt) {
    const struct pg_statement *statement = stmt;
    if (statement->name[0] != '\0') /* the server forgets it with the connection */
        pg_drop_ahead(reader, "");
    pg_free_statement(stmt);
}

/* Whether a new connection may replace this one: nothing has been read or written in it that the next
 * statement must be consistent with. */
static bool may_reconnect(const struct store_reader *reader) {
    const struct pg_connection *connection = reader->db;
    return !reader->writing && (!reader->in_read || connection->untouched) &&
           connection->moments == 0;
}

/* Reconnects a reader and begins its snapshot again. */
static enum store_result reconnect_reader(struct store_reader *reader) {
    enum store_result result = pg_connect(reader, false);
    return result == STORE_OK && reader->in_read ? pg_begin_read(reader) : result;
}

/* The writer may have moved to another server since; the former one must no longer be read. */
bool pg_is_outdated(const struct store_reader *reader) {
    struct pg_store *own = reader->store->own;
    const struct pg_connection *connection = reader->db;
    return pg_is_lost(reader) || connection->epoch != atomic_load(&own->epoch);
}

void pg_use(struct query *query) {
    const struct pg_statement *statement = query->stmt;
    /* A statement still in use by this thread would lose its rows. */
    assert(statement->rows == NULL && !statement->moment);
    if (query->result == STORE_OK && may_reconnect(query->reader) && pg_is_outdated(query->reader))
        query->result = reconnect_reader(query->reader);
}

/* --------------------------------------------------------------------------- parameters -- */

static void put_value(struct pg_statement *statement, int at, enum value_type type,
                      const void *data, size_t len) {
    assert(at <= statement->count);
    /* The types it was prepared with: all uses have the same. */
    assert(statement->number == 0 || statement->types[at - 1] == type_ids[type]);
    statement->types[at - 1] = type_ids[type];
    statement->values[at - 1] = data;
    statement->lengths[at - 1] = (int)len;
}

void pg_put_number(struct pg_statement *statement, int at, int64_t value) {
    uint8_t *number = statement->numbers[at - 1];
    for (int i = 0; i < 8; i++)
        number[i] = (uint8_t)((uint64_t)value >> (56 - 8 * i));
    put_value(statement, at, VALUE_INT, number, 8);
}

void pg_put_int(struct query *query, int at, int64_t value) {
    pg_put_number(query->stmt, at, value);
}

void pg_put_text(struct pg_statement *statement, int at, const char *text) {
    put_value(statement, at, VALUE_TEXT, text, strlen(text));
}

void pg_put_null(struct query *query, int at, enum value_type type) {
    put_value(query->stmt, at, type, NULL, 0);
}

void pg_put_data(struct query *query, int at, enum value_type type, struct store_bytes value,
                 bool copied) {
    struct pg_statement *statement = query->stmt;
    if (copied) { /* a statement has one of these at most */
        assert(value.len <= sizeof statement->copied);
        memcpy(statement->copied, value.data, value.len);
        value.data = statement->copied;
    }
    put_value(statement, at, type, value.data, value.len);
}

/* ---------------------------------------------------------------------------- executing -- */

/* Statements that run while this one is open see the same snapshot. */
static enum store_result begin_moment(struct query *query) {
    struct pg_connection *connection = query->reader->db;
    struct pg_statement *statement = query->stmt;
    if (!query->nests || query->reader->driver->in_transaction(query->reader))
        return STORE_OK;
    enum store_result result = pg_begin_read(query->reader);
    statement->moment = result == STORE_OK;
    connection->moments += statement->moment;
    return result;
}

static enum store_result execute_once(struct query *query) {
    struct pg_statement *statement = query->stmt;
    enum store_result result;
    if (pg_find_ahead(query->reader, statement, &result))
        return result;
    result = begin_moment(query);
    if (result == STORE_OK)
        result = pg_send(query->reader, statement, SENT_ASK, NULL);
    return result == STORE_OK ? pg_flush(query->reader, &statement->rows) : result;
}

static void end_moment(struct query *query) {
    struct pg_connection *connection = query->reader->db;
    struct pg_statement *statement = query->stmt;
    if (!statement->moment)
        return;
    statement->moment = false;
    connection->moments--;
    (void)pg_end_read(query->reader);
}

/* An idle connection may have been lost long ago; then a new one reads the same. */
static void execute_statement(struct query *query) {
    struct store_reader *reader = query->reader;
    struct pg_connection *connection = reader->db;
    struct pg_statement *statement = query->stmt;
    query->result = execute_once(query);
    if (query->result == STORE_UNAVAILABLE && pg_is_lost(reader)) {
        end_moment(query);
        if (may_reconnect(reader) && (query->result = reconnect_reader(reader)) == STORE_OK)
            query->result = execute_once(query);
    }
    connection->untouched = false;
    statement->row = -1;
    statement->n_rows = query->result == STORE_OK ? PQntuples(statement->rows) : 0;
}

bool pg_send_only(struct query *query) {
    struct store_reader *reader = query->reader;
    struct pg_statement *statement = query->stmt;
    if (!reader->writing || query->once || !reader->driver->in_transaction(reader))
        return false;
    query->result = pg_send(reader, statement, SENT_RUN, NULL);
    return true;
}

bool pg_step(struct query *query) {
    struct pg_statement *statement = query->stmt;
    if (query->reader->ahead) {
        pg_send_ahead(query->reader, statement);
        return false;
    }
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
    if (!statement->borrowed)
        PQclear(statement->rows);
    statement->rows = NULL;
    statement->borrowed = false;
    end_moment(query);
}
