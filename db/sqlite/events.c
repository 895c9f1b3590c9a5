/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/chunks.h"
#include "db/sqlite/sqlite.h"

#include <assert.h>

/*
 * Rows are passed to the caller from within an aggregate function: SQLite then never leaves its own
 * loop, which saves a third of the time of reading a log. The function belongs to the connection;
 * reader->sink receives its rows while a log is read. The values are the body and, if asked for,
 * the time; the rows of a game follow each other without gaps.
 */
static void hand_out_step(sqlite3_context *context, int count, sqlite3_value **values) {
    struct store_reader *reader = sqlite3_user_data(context);
    if (reader->sink == NULL)
        return;
    const void *data = sqlite3_value_blob(values[0]);
    size_t len = (size_t)sqlite3_value_bytes(values[0]);
    event_hand_out(reader->sink, (struct store_bytes){data, len},
                   count > 1 ? sqlite3_value_int64(values[1]) : 0);
}

static void hand_out_final(sqlite3_context *context) {
    sqlite3_result_null(context);
}

/* chunk_of_events(at, body): the content of a chunk (db/chunks.h); events come in order. */
static void chunk_step(sqlite3_context *context, int count, sqlite3_value **values) {
    sqlite3_str **chunk = sqlite3_aggregate_context(context, sizeof(sqlite3_str *));
    uint8_t head[CHUNK_HEAD];
    assert(count == 2);
    if (chunk == NULL)
        return;
    if (*chunk == NULL)
        *chunk = sqlite3_str_new(NULL);
    const char *body = sqlite3_value_blob(values[1]);
    int size = sqlite3_value_bytes(values[1]);
    chunk_head(head, (size_t)size, sqlite3_value_int64(values[0]));
    sqlite3_str_append(*chunk, (const char *)head, sizeof head);
    sqlite3_str_append(*chunk, body, size);
}

static void chunk_final(sqlite3_context *context) {
    sqlite3_str **chunk = sqlite3_aggregate_context(context, 0);
    if (chunk == NULL || *chunk == NULL) {
        sqlite3_result_error_nomem(context);
        return;
    }
    int failed = sqlite3_str_errcode(*chunk), size = sqlite3_str_length(*chunk);
    char *bytes = sqlite3_str_finish(*chunk);
    if (failed != SQLITE_OK || bytes == NULL) {
        sqlite3_free(bytes);
        sqlite3_result_error_nomem(context);
        return;
    }
    sqlite3_result_blob(context, bytes, size, sqlite3_free);
}

int sqlite_register_events(struct store_reader *reader) {
    const int flags = SQLITE_UTF8 | SQLITE_DIRECTONLY;
    int rc = sqlite3_create_function_v2(reader->db, "hand_out_event", -1, flags, reader, NULL,
                                        hand_out_step, hand_out_final, NULL);
    return rc != SQLITE_OK ? rc
                           : sqlite3_create_function_v2(reader->db, "chunk_of_events", 2, flags,
                                                        NULL, NULL, chunk_step, chunk_final, NULL);
}
