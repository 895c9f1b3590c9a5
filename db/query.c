/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/db_int.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void fail(struct query *query, int rc, const char *doing) {
    if (rc != SQLITE_OK && query->result == STORE_OK)
        query->result = db_result(query->reader, rc, doing);
}

static void damaged(struct query *query) {
    if (query->result == STORE_OK)
        query->result = db_result(query->reader, SQLITE_CORRUPT, "reading a column");
}

void query_open(struct query *query, struct store_reader *reader,
                const struct statement *statement) {
    sqlite3_stmt **kept = &reader->statements[statement - __start_statements];
    *query = (struct query){.reader = reader, .at = 1, .result = STORE_OK};
    if (*kept == NULL)
        fail(query,
             sqlite3_prepare_v3(reader->db, statement->sql, -1, SQLITE_PREPARE_PERSISTENT, kept,
                                NULL),
             "preparing a statement");
    query->stmt = *kept;
    /* A statement in use by the same thread would have its rows pulled from under it. */
    assert(query->stmt == NULL || !sqlite3_stmt_busy(query->stmt));
}

void put_int(struct query *query, int64_t value) {
    if (query->result == STORE_OK)
        fail(query, sqlite3_bind_int64(query->stmt, query->at++, value), "binding a number");
}

static void put_null(struct query *query) {
    if (query->result == STORE_OK)
        fail(query, sqlite3_bind_null(query->stmt, query->at++), "binding a null");
}

void put_id(struct query *query, int64_t value) {
    if (value == 0)
        put_null(query);
    else
        put_int(query, value);
}

void put_seat(struct query *query, int value) {
    if (value < 0)
        put_null(query);
    else
        put_int(query, value);
}

void put_text(struct query *query, const char *value) {
    if (value[0] == '\0')
        put_null(query);
    else if (query->result == STORE_OK)
        fail(query, sqlite3_bind_text(query->stmt, query->at++, value, -1, SQLITE_STATIC),
             "binding a text");
}

void put_long_text(struct query *query, struct store_bytes value) {
    assert(value.len <= STORE_BLOB_MAX);
    if (value.data == NULL)
        put_null(query);
    else if (query->result == STORE_OK)
        fail(query,
             sqlite3_bind_text(query->stmt, query->at++, value.data, (int)value.len, SQLITE_STATIC),
             "binding a text");
}

void put_blob(struct query *query, const void *data, size_t len) {
    assert(len <= STORE_BLOB_MAX);
    if (data == NULL)
        put_null(query);
    else if (query->result == STORE_OK)
        fail(query, sqlite3_bind_blob(query->stmt, query->at++, data, (int)len, SQLITE_STATIC),
             "binding bytes");
}

void put_bytes(struct query *query, struct store_bytes value) {
    put_blob(query, value.data == NULL ? "" : value.data, value.len);
}

bool query_row(struct query *query) {
    if (query->result != STORE_OK)
        return false;
    query->at = 0;
    int rc = sqlite3_step(query->stmt);
    if (rc == SQLITE_ROW)
        return true;
    if (rc != SQLITE_DONE)
        fail(query, rc, sqlite3_sql(query->stmt));
    return false;
}

int64_t get_int(struct query *query) {
    return sqlite3_column_int64(query->stmt, query->at++);
}

int get_seat(struct query *query) {
    bool null = sqlite3_column_type(query->stmt, query->at) == SQLITE_NULL;
    int64_t value = get_int(query);
    return null ? -1 : (int)value;
}

void get_text(struct query *query, char *buffer, size_t size) {
    const unsigned char *text = sqlite3_column_text(query->stmt, query->at);
    size_t len = (size_t)sqlite3_column_bytes(query->stmt, query->at);
    query->at++;
    if (len >= size) {
        damaged(query);
        len = 0;
    }
    if (len > 0)
        memcpy(buffer, text, len);
    buffer[len] = '\0';
}

void get_hash(struct query *query, uint8_t hash[STORE_HASH_SIZE]) {
    struct store_bytes bytes = get_bytes(query);
    memset(hash, 0, STORE_HASH_SIZE);
    if (bytes.len == STORE_HASH_SIZE)
        memcpy(hash, bytes.data, STORE_HASH_SIZE);
    else if (bytes.len != 0)
        damaged(query);
}

struct store_bytes get_bytes(struct query *query) {
    const void *data = sqlite3_column_blob(query->stmt, query->at);
    size_t len = (size_t)sqlite3_column_bytes(query->stmt, query->at);
    query->at++;
    return (struct store_bytes){data, len};
}

enum store_result query_close(struct query *query) {
    if (query->stmt != NULL) {
        sqlite3_reset(query->stmt);
        sqlite3_clear_bindings(query->stmt);
    }
    return query->result;
}

enum store_result query_run(struct query *query, int *changes) {
    while (query_row(query)) {
    }
    if (changes != NULL)
        *changes = query->result == STORE_OK ? sqlite3_changes(query->reader->db) : 0;
    return query_close(query);
}

enum store_result query_numbers(struct store_tx *tx, const struct statement *statement,
                                const int64_t numbers[], size_t count, unsigned *changed) {
    struct query query;
    int changes = 0;
    query_open(&query, &tx->reader, statement);
    for (size_t i = 0; i < count; i++)
        put_int(&query, numbers[i]);
    enum store_result result = query_run(&query, &changes);
    if (changed != NULL)
        *changed = (unsigned)changes;
    return result;
}

enum store_result query_change(struct query *query, enum store_result unchanged) {
    int changes;
    enum store_result result = query_run(query, &changes);
    return result == STORE_OK && changes == 0 ? unchanged : result;
}

enum store_result bytes_own(struct store_bytes *const parts[], size_t count, void **memory) {
    size_t total = 0;
    for (size_t i = 0; i < count; i++)
        total += parts[i]->len;
    *memory = NULL;
    if (total == 0)
        return STORE_OK;
    char *block = malloc(total);
    if (block == NULL)
        return STORE_ERROR;
    *memory = block;
    for (size_t i = 0; i < count; i++) {
        if (parts[i]->len == 0)
            continue;
        memcpy(block, parts[i]->data, parts[i]->len);
        parts[i]->data = block;
        block += parts[i]->len;
    }
    return STORE_OK;
}
