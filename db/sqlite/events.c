/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/event_sink.h"
#include "db/sqlite/sqlite.h"

/*
 * Rows are handed to the caller from within an aggregate function: SQLite then never leaves its
 * own loop, which takes a third off the time of reading a log. The function belongs to the
 * connection; where its rows go stands in the reader while a log is read. The values are the body
 * and, where it was asked for, the time; the rows of a game follow each other without gaps.
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

int sqlite_register_events(struct store_reader *reader) {
    return sqlite3_create_function_v2(reader->db, "hand_out_event", -1,
                                      SQLITE_UTF8 | SQLITE_DIRECTONLY, reader, NULL, hand_out_step,
                                      hand_out_final, NULL);
}
