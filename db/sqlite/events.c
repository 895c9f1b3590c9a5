/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/chunks.h"
#include "db/sqlite/sqlite.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

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

/* Null. */
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

/*
 * keep_chunk(body), then keep_event(at, body), collect the log of a game in reader->kept: a chunk as it is, an event in
 * the form of one (db/chunks.h). The first gives null; the second the log, which is the reader's until the next one is
 * collected. A value that SQLite puts together by itself takes twice the time.
 */
static uint8_t *keep_room(struct kept_log *kept, size_t size) {
    if (kept->len + size > kept->size) {
        size_t wanted = 2 * (kept->len + size);
        uint8_t *data = realloc(kept->data, wanted);
        kept->failed |= data == NULL;
        if (data == NULL)
            return NULL;
        kept->data = data;
        kept->size = wanted;
    }
    uint8_t *room = kept->data + kept->len;
    kept->len += size;
    return room;
}

static void keep_chunk_step(sqlite3_context *context, int count, sqlite3_value **values) {
    struct store_reader *reader = sqlite3_user_data(context);
    const void *body = sqlite3_value_blob(values[0]);
    size_t size = (size_t)sqlite3_value_bytes(values[0]);
    uint8_t *room = keep_room(&reader->kept, size);
    (void)count;
    if (room != NULL && size > 0)
        memcpy(room, body, size);
}

static void keep_event_step(sqlite3_context *context, int count, sqlite3_value **values) {
    struct store_reader *reader = sqlite3_user_data(context);
    const void *body = sqlite3_value_blob(values[1]);
    size_t size = (size_t)sqlite3_value_bytes(values[1]);
    uint8_t *room = keep_room(&reader->kept, CHUNK_HEAD + size);
    (void)count;
    if (room == NULL)
        return;
    chunk_head(room, size, sqlite3_value_int64(values[0]));
    memcpy(room + CHUNK_HEAD, body, size);
}

static void keep_event_final(sqlite3_context *context) {
    const struct store_reader *reader = sqlite3_user_data(context);
    const struct kept_log *kept = &reader->kept;
    if (kept->failed)
        sqlite3_result_error_nomem(context);
    else
        sqlite3_result_blob(context, kept->data, (int)kept->len, SQLITE_STATIC);
}

int sqlite_register_events(struct store_reader *reader) {
    static const struct {
        const char *name;
        int values;
        void (*step)(sqlite3_context *context, int count, sqlite3_value **values);
        void (*final)(sqlite3_context *context);
    } functions[] = {
        {"hand_out_event", -1, hand_out_step, hand_out_final},
        {"chunk_of_events", 2, chunk_step, chunk_final},
        {"keep_chunk", 1, keep_chunk_step, hand_out_final},
        {"keep_event", 2, keep_event_step, keep_event_final},
    };
    int rc = SQLITE_OK;
    for (size_t i = 0; i < sizeof functions / sizeof *functions && rc == SQLITE_OK; i++)
        rc = sqlite3_create_function_v2(reader->db, functions[i].name, functions[i].values,
                                        SQLITE_UTF8 | SQLITE_DIRECTONLY, reader, NULL,
                                        functions[i].step, functions[i].final, NULL);
    return rc;
}
