/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/db_int.h"
#include "db/migrations.h"

#include <time.h>

/* Whether the file is a database, and one of ours; *empty: it has nothing in it yet. */
static enum store_result check_owner(struct store_reader *reader, bool *empty) {
    int64_t application = 0;
    int64_t objects = 0;
    enum store_result result = db_number(reader, "PRAGMA application_id", &application);
    if (result == STORE_OK)
        result = db_number(reader, "SELECT count(*) FROM sqlite_master", &objects);
    if (result != STORE_OK && sqlite3_errcode(reader->db) == SQLITE_CANTOPEN)
        db_log(
            reader->store, STORE_LOG_ERROR,
            "a database is also read through files beside it: may this user write to its folder? "
            "If not, read a copy that lies elsewhere");
    *empty = application == 0 && objects == 0;
    if (result == STORE_OK && application != APPLICATION_ID && !*empty) {
        db_log(reader->store, STORE_LOG_ERROR,
               "%s is the database of another program; it was left alone", reader->store->path);
        result = STORE_CORRUPT;
    }
    return result;
}

static enum store_result record_migration(struct store_reader *reader,
                                          const struct migration *migration) {
    sqlite3_stmt *stmt = NULL;
    int rc = sqlite3_prepare_v2(
        reader->db, "INSERT INTO migrations (number, name, applied_at) VALUES (?, ?, ?)", -1, &stmt,
        NULL);
    if (rc == SQLITE_OK) {
        sqlite3_bind_int(stmt, 1, migration->number);
        sqlite3_bind_text(stmt, 2, migration->name, -1, SQLITE_STATIC);
        sqlite3_bind_int64(stmt, 3, (int64_t)time(NULL) * 1000);
        rc = sqlite3_step(stmt);
    }
    enum store_result result = db_result(reader, rc, "recording a migration");
    sqlite3_finalize(stmt);
    return result;
}

/* One migration, all of it or nothing. */
static enum store_result apply_migration(struct store_reader *reader,
                                         const struct migration *migration) {
    /* The application's id comes with the first migration, so that a file is empty or ours. */
    static const char first[] = "PRAGMA application_id = 0x48585054;"
                                "CREATE TABLE migrations ("
                                " number INTEGER PRIMARY KEY," /* of the file in migrations/ */
                                " name TEXT NOT NULL,"         /* its name */
                                " applied_at INTEGER NOT NULL" /* Unix milliseconds */
                                ") STRICT;";
    _Static_assert(APPLICATION_ID == 0x48585054, "as written in the text above");
    enum store_result result = db_exec(reader, "BEGIN IMMEDIATE", "beginning a migration");
    if (result == STORE_OK && migration->number == 1)
        result = db_exec(reader, first, "making the table of migrations");
    if (result == STORE_OK)
        result = db_exec(reader, migration->sql, migration->name);
    if (result == STORE_OK)
        result = record_migration(reader, migration);
    if (result == STORE_OK)
        result = db_exec(reader, "COMMIT", "committing a migration");
    if (result == STORE_OK) {
        db_log(reader->store, STORE_LOG_INFO, "%s: applied migration %s", reader->store->path,
               migration->name);
        return STORE_OK;
    }
    if (!sqlite3_get_autocommit(reader->db))
        db_exec(reader, "ROLLBACK", "undoing a migration");
    db_log(reader->store, STORE_LOG_ERROR,
           "%s: migration %s failed and was undone; the database is as it was before it",
           reader->store->path, migration->name);
    return result;
}

/* What a writer's connection wants, set where it does not stand in the file. The page size and the
 * vacuum mode take effect in an empty file only. */
static enum store_result configure_file(struct store_reader *reader) {
    _Static_assert(PAGE_SIZE == 4096, "as written in the text below");
    enum store_result result =
        db_exec(reader,
                "PRAGMA page_size = 4096; PRAGMA auto_vacuum = NONE; PRAGMA journal_mode = WAL;"
                "PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 67108864;"
                "PRAGMA cache_size = -16384;",
                "preparing the database for writing");
    sqlite3_stmt *stmt = NULL;
    bool wal = false;
    if (result != STORE_OK)
        return result;
    int rc = sqlite3_prepare_v2(reader->db, "PRAGMA journal_mode", -1, &stmt, NULL);
    if (rc == SQLITE_OK && (rc = sqlite3_step(stmt)) == SQLITE_ROW)
        wal = sqlite3_stricmp((const char *)sqlite3_column_text(stmt, 0), "wal") == 0;
    result = db_result(reader, rc, "asking for the journal mode");
    sqlite3_finalize(stmt);
    if (result == STORE_OK && !wal) {
        db_log(reader->store, STORE_LOG_ERROR,
               "%s: no write-ahead log is possible here; the folder must be on a local disk",
               reader->store->path);
        result = STORE_ERROR;
    }
    return result;
}

static enum store_result last_applied(struct store_reader *reader, bool empty, int64_t *applied) {
    *applied = 0;
    return empty ? STORE_OK
                 : db_number(reader, "SELECT coalesce(max(number), 0) FROM migrations", applied);
}

static enum store_result apply_missing(struct store_reader *reader, int64_t *applied) {
    enum store_result result = configure_file(reader);
    if (result == STORE_OK)
        result = db_result(reader, chain_register(reader->db), "preparing migrations");
    for (size_t i = 0; i < migrations_count && result == STORE_OK; i++) {
        if (migrations[i].number <= *applied)
            continue;
        result = apply_migration(reader, &migrations[i]);
        if (result == STORE_OK)
            *applied = migrations[i].number;
    }
    return result;
}

enum store_result migrate_check(struct store_reader *reader, bool writable, bool older_is_fine,
                                int *number) {
    struct store *store = reader->store;
    int known = migrations_count == 0 ? 0 : migrations[migrations_count - 1].number;
    int64_t applied = 0;
    bool empty = false;
    enum store_result result = check_owner(reader, &empty);
    if (result == STORE_OK)
        result = last_applied(reader, empty, &applied);
    if (result == STORE_OK && applied > known) {
        db_log(store, STORE_LOG_ERROR,
               "%s was made by a newer version of hexpost: it has migration %d, this program knows "
               "migrations up to %d; run the newer version, or restore a backup from before",
               store->path, (int)applied, known);
        result = STORE_NEWER;
    }
    if (result == STORE_OK && writable)
        result = apply_missing(reader, &applied);
    if (result == STORE_OK && applied < known && !older_is_fine) {
        db_log(
            store, STORE_LOG_ERROR,
            "%s is from an older version: it has migration %d of %d; run `hexpost migrate` first",
            store->path, (int)applied, known);
        result = STORE_ERROR;
    }
    *number = (int)applied;
    return result;
}
