/* SPDX-License-Identifier: AGPL-3.0-or-later */

/* Whether the file is ours, and preparing it for migrations. */
#include "db/sqlite/sqlite.h"

/* Whether the file is a database, and one of ours; *empty: it has nothing in it yet. */
enum store_result sqlite_check_owner(struct store_reader *reader, bool *empty) {
    int64_t application = 0;
    int64_t objects = 0;
    enum store_result result = db_number(reader, "PRAGMA application_id", &application);
    if (result == STORE_OK)
        result = db_number(reader, "SELECT count(*) FROM sqlite_master", &objects);
    if (result != STORE_OK && sqlite3_errcode(reader->db) == SQLITE_CANTOPEN)
        db_log(reader->store, STORE_LOG_ERROR,
               "reading a database needs files beside it: may this user write to its folder? If "
               "not, read a copy elsewhere");
    *empty = application == 0 && objects == 0;
    if (result == STORE_OK && application != APPLICATION_ID && !*empty) {
        db_log(reader->store, STORE_LOG_ERROR,
               "%s is the database of another program; it was left alone", reader->store->path);
        result = STORE_CORRUPT;
    }
    return result;
}

/* Sets what a writer's connection needs, unless the file has it already. Page size and vacuum mode
 * take effect only in an empty file. */
static enum store_result configure_file(struct store_reader *reader) {
    _Static_assert(PAGE_SIZE == 4096, "as written in the text below");
    sqlite_want_room(reader->db);
    enum store_result result =
        sqlite_exec(reader,
                    "PRAGMA page_size = 4096; PRAGMA auto_vacuum = NONE; PRAGMA journal_mode = WAL;"
                    "PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 67108864;"
                    "PRAGMA cache_size = -16384;",
                    "preparing the database for writing");
    sqlite3_stmt *stmt = NULL;
    bool wal = false;
    if (result != STORE_OK)
        return result;
    pages_hold_frames(reader->db);
    int rc = sqlite3_prepare_v2(reader->db, "PRAGMA journal_mode", -1, &stmt, NULL);
    if (rc == SQLITE_OK && (rc = sqlite3_step(stmt)) == SQLITE_ROW)
        wal = sqlite3_stricmp((const char *)sqlite3_column_text(stmt, 0), "wal") == 0;
    result = sqlite_result(reader, rc, "asking for the journal mode");
    sqlite3_finalize(stmt);
    if (result == STORE_OK && !wal) {
        db_log(reader->store, STORE_LOG_ERROR,
               "%s: no write-ahead log is possible here; the folder must be on a local disk",
               reader->store->path);
        result = STORE_ERROR;
    }
    return result;
}

enum store_result sqlite_prepare_schema(struct store_reader *reader) {
    enum store_result result = configure_file(reader);
    return result == STORE_OK ? sqlite_result(reader, sqlite_register_checksums(reader->db),
                                              "preparing migrations")
                              : result;
}
