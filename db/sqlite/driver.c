/* SPDX-License-Identifier: AGPL-3.0-or-later */

/* The driver table of SQLite, and the use of its statements. */
#include "db/migrations.h"
#include "db/sqlite/sqlite.h"

#include <assert.h>

static void fail_sqlite(struct query *query, int rc, const char *doing) {
    if (rc != SQLITE_OK && query->result == STORE_OK)
        query->result = sqlite_result(query->reader, rc, doing);
}

static void *sqlite_prepare(struct query *query, const char *text, bool kept) {
    struct sqlite_store *own = query->reader->store->own;
    sqlite3_stmt *made = NULL;
    unsigned flags = kept ? SQLITE_PREPARE_PERSISTENT : 0;
    if (query->reader->writing)
        own->changes_recalled = false;
    fail_sqlite(query, sqlite3_prepare_v3(query->reader->db, text, -1, flags, &made, NULL),
                "preparing a statement");
    query->changes_recalled = query->reader->writing && own->changes_recalled;
    return made;
}

static void sqlite_drop(struct store_reader *reader, void *stmt) {
    (void)reader;
    sqlite3_finalize(stmt);
}

static void sqlite_use(struct query *query) {
    /* A statement still in use by this thread would lose its rows. */
    assert(!sqlite3_stmt_busy(query->stmt));
    (void)query;
}

static void sqlite_put_int(struct query *query, int at, int64_t value) {
    fail_sqlite(query, sqlite3_bind_int64(query->stmt, at, value), "binding a number");
}

static void sqlite_put_null(struct query *query, int at, enum value_type type) {
    (void)type;
    fail_sqlite(query, sqlite3_bind_null(query->stmt, at), "binding a null");
}

static void sqlite_put_data(struct query *query, int at, enum value_type type,
                            struct store_bytes value, bool copied) {
    sqlite3_destructor_type keep = copied ? SQLITE_TRANSIENT : SQLITE_STATIC;
    if (type == VALUE_TEXT)
        fail_sqlite(query, sqlite3_bind_text(query->stmt, at, value.data, (int)value.len, keep),
                    "binding a text");
    else
        fail_sqlite(query, sqlite3_bind_blob(query->stmt, at, value.data, (int)value.len, keep),
                    "binding bytes");
}

static bool sqlite_roll_back(struct store_reader *reader);

static bool sqlite_step(struct query *query) {
    int rc = sqlite3_step(query->stmt);
    if (rc == SQLITE_ROW)
        return true;
    if (rc != SQLITE_DONE)
        fail_sqlite(query, rc, sqlite3_sql(query->stmt));
    /* A statement that writes may have changed some rows already, or an index without its row. */
    if (rc == PAGE_DAMAGED && sqlite3_stmt_readonly(query->stmt) == 0)
        (void)sqlite_roll_back(query->reader);
    return false;
}

static bool sqlite_is_null(struct query *query, int at) {
    return sqlite3_column_type(query->stmt, at) == SQLITE_NULL;
}

static int64_t sqlite_get_int(struct query *query, int at) {
    return sqlite3_column_int64(query->stmt, at);
}

static struct store_bytes sqlite_get_data(struct query *query, int at) {
    const void *data = sqlite3_column_blob(query->stmt, at);
    return (struct store_bytes){data, (size_t)sqlite3_column_bytes(query->stmt, at)};
}

static unsigned sqlite_changes(struct query *query) {
    return (unsigned)sqlite3_changes(query->reader->db);
}

static int64_t sqlite_total_changes(const struct store_reader *reader) {
    return sqlite3_total_changes64(reader->db);
}

static void sqlite_reset(struct query *query) {
    sqlite3_reset(query->stmt);
    sqlite3_clear_bindings(query->stmt);
}

/* ------------------------------------------------------------------------- transactions -- */

static bool sqlite_in_transaction(const struct store_reader *reader) {
    return sqlite3_get_autocommit(reader->db) == 0;
}

static bool sqlite_wrote_last(struct store_reader *reader, uint32_t *others) {
    return pages_wrote_last(reader->db, others);
}

static bool sqlite_roll_back(struct store_reader *reader) {
    return sqlite3_exec(reader->db, "ROLLBACK", NULL, NULL, NULL) == SQLITE_OK;
}

/* They scan whole tables, so they are too rare to be kept prepared. */
static const char *const checks[] = {
    /* SQLite's own check of pages, keys, indexes and types; "ok" where it finds nothing. */
    "SELECT 0, integrity_check FROM pragma_integrity_check(1000000) WHERE integrity_check <> 'ok'",
    "SELECT 0, 'a row of ' || \"table\" || ' refers to one of ' || parent || ' that is not there'"
    " FROM pragma_foreign_key_check",
    /* Searches read these columns, replays the body. */
    "SELECT id >> 20, 'event ' || (id & 1048575) || ': its columns kind and player are not those of"
    " its body' FROM events"
    " WHERE hex(substr(body, 1, 2)) <> printf('%02X%02X', kind, coalesce(player, 255))",
    /* Whole logs are read from the chunks, parts of them from the rows. */
    "SELECT c.id >> 20, 'event_chunks ' || (c.id & 1048575) || ': its events are not those of the"
    " log' FROM event_chunks c WHERE c.body IS NOT (SELECT chunk_of_events(e.at, e.body)"
    " FROM events e WHERE e.id BETWEEN c.id AND c.id + 63)",
    NULL,
};

_Static_assert(APPLICATION_ID == 0x48585054, "as written in the text below");

_Static_assert(VALUE_INT == 0 && VALUE_TEXT == 1 && VALUE_BLOB == 2, "as written below");

const struct driver sqlite_driver = {
    .writers = 1,
    .migrations = migrations,
    /* Set with the first migration, so that a file is either empty or ours. */
    .first_migration = "PRAGMA application_id = 0x48585054;"
                       "CREATE TABLE migrations ("
                       " number INTEGER PRIMARY KEY," /* of the file in migrations/ */
                       " name TEXT NOT NULL,"         /* its name */
                       " applied_at INTEGER NOT NULL" /* Unix milliseconds */
                       ") STRICT;",
    .begin_text = "BEGIN IMMEDIATE",
    .begin = sqlite_begin_store,
    .end = sqlite_end_store,
    .open_writer = sqlite_open_writer,
    .open_reader = sqlite_open_reader,
    .note_opened = sqlite_note_opened,
    .close = sqlite_disconnect,
    .check_owner = sqlite_check_owner,
    .prepare_schema = sqlite_prepare_schema,
    .check = sqlite_check,
    .report_check = sqlite_report_check,
    .after_batch = sqlite_after_batch,
    .tidy = sqlite_tidy,
    .backup = sqlite_backup,
    .begin_check = sqlite_begin_check,
    .checks = checks,
    .catalogue =
        "SELECT t.name, c.name, CASE c.type WHEN 'INTEGER' THEN 0 WHEN 'TEXT' THEN 1 ELSE 2 END"
        " FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table'"
        " AND t.name NOT LIKE 'sqlite_%' AND t.name NOT IN ('migrations', 'event_chunks') ORDER BY "
        "t.rowid, c.cid",
    .before_copy = "PRAGMA defer_foreign_keys = ON; DELETE FROM sqlite_sequence",
    .exec = sqlite_exec,
    .in_transaction = sqlite_in_transaction,
    .begin_write = sqlite_begin_write,
    .commit = sqlite_commit,
    .settle = sqlite_settle,
    .roll_back = sqlite_roll_back,
    .begin_read = sqlite_begin_read,
    .end_read = sqlite_end_read,
    .holds = true,
    .wrote_last = sqlite_wrote_last,
    .prepare = sqlite_prepare,
    .drop = sqlite_drop,
    .use = sqlite_use,
    .put_int = sqlite_put_int,
    .put_null = sqlite_put_null,
    .put_data = sqlite_put_data,
    .step = sqlite_step,
    .is_null = sqlite_is_null,
    .get_int = sqlite_get_int,
    .get_data = sqlite_get_data,
    .changes = sqlite_changes,
    .total_changes = sqlite_total_changes,
    .reset = sqlite_reset,
};
