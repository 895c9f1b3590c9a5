/* SPDX-License-Identifier: AGPL-3.0-or-later */

/* Connections, and what SQLite's answers mean. */
#include "db/recall.h"
#include "db/sqlite/sqlite.h"

#include <inttypes.h>
#include <stdio.h>

/* The errno of the failed file operation. SQLite keeps none for a commit, but its log's file does. */
static int file_errno(sqlite3 *db, int rc) {
    sqlite3_file *log = NULL;
    int cause = 0;
    if ((rc == SQLITE_IOERR_WRITE || rc == SQLITE_IOERR_FSYNC) &&
        sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) == SQLITE_OK &&
        log != NULL && log->pMethods != NULL)
        log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &cause);
    return cause != 0 ? cause : sqlite3_system_errno(db);
}

static enum store_result result_of_code(sqlite3 *db, int rc) {
    switch (rc & 0xff) {
    case SQLITE_OK:
    case SQLITE_ROW:
    case SQLITE_DONE: return STORE_OK;
    case SQLITE_CONSTRAINT:
        switch (rc) {
        case SQLITE_CONSTRAINT_UNIQUE:
        case SQLITE_CONSTRAINT_PRIMARYKEY:
        case SQLITE_CONSTRAINT_ROWID: return STORE_CONFLICT;
        case SQLITE_CONSTRAINT_FOREIGNKEY: return STORE_NONE;
        default: return STORE_ERROR;
        }
    case SQLITE_FULL: return STORE_FULL;
    case SQLITE_NOMEM: return STORE_MEMORY;
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return STORE_BUSY;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: return STORE_CORRUPT;
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
        if (rc == SQLITE_IOERR_NOMEM)
            return STORE_MEMORY;
        /* A full disk is not reported as SQLITE_FULL if it fails a flush or a new file, nor is a limit
         * on file size. */
        return db == NULL ? STORE_ERROR : db_file_result(file_errno(db, rc));
    default: return STORE_ERROR;
    }
}

void page_describe(char *text, size_t size, int64_t page, bool in_log) {
    snprintf(text, size, "page %" PRId64 "%s is damaged", page,
             in_log ? " in the write-ahead log" : "");
}

enum store_result sqlite_result(struct store_reader *reader, int rc, const char *doing) {
    char text[320];
    enum store_result result = result_of_code(reader->db, rc);
    if (result == STORE_OK || result == STORE_NONE || result == STORE_CONFLICT)
        return result;
    char page[80];
    const struct page_watch *watch = rc == PAGE_DAMAGED ? pages_watch(reader->db) : NULL;
    const char *cause = sqlite3_errstr(rc);
    /* The connection's own message says more, if it is about this failure. */
    if (reader->db != NULL && sqlite3_extended_errcode(reader->db) == rc)
        cause = sqlite3_errmsg(reader->db);
    if (watch != NULL) {
        page_describe(page, sizeof page, watch->page, watch->in_log);
        cause = page;
    }
    if (result == STORE_FULL)
        cause = "no room on the disk, or the file is as large as allowed (ulimit -f)";
    snprintf(text, sizeof text, "%.280s (SQLite code %d)", cause, rc);
    return db_fail(reader, result, text, doing);
}

enum store_result sqlite_exec(struct store_reader *reader, const char *sql, const char *doing) {
    return sqlite_result(reader, sqlite3_exec(reader->db, sql, NULL, NULL, NULL), doing);
}

static void configure_library(void) {
    /* No connection is used by two threads at once, and nobody reads the memory statistics, which
     * would need a lock shared by all threads. This fails if the library is in use already; its
     * defaults are slower but as good. */
    sqlite3_config(SQLITE_CONFIG_MULTITHREAD);
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

enum store_result sqlite_connect(struct store_reader *reader, const char *path, int flags) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    sqlite3 *db = NULL;
    pthread_once(&once, configure_library);
    int rc = sqlite3_open_v2(path, &db, flags | SQLITE_OPEN_NOMUTEX, pages_layer());
    reader->db = db;
    if (rc != SQLITE_OK)
        return sqlite_result(reader, rc, "opening the database");
    bool reads_only = (flags & SQLITE_OPEN_READONLY) != 0;
    const int switches[][2] = {
        {SQLITE_DBCONFIG_DEFENSIVE, 1},   {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
        {SQLITE_DBCONFIG_DQS_DML, 0},     {SQLITE_DBCONFIG_DQS_DDL, 0},
        {SQLITE_DBCONFIG_ENABLE_FKEY, 1}, {SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, reads_only},
    };
    sqlite3_extended_result_codes(db, 1);
    sqlite3_busy_timeout(db, BUSY_TIMEOUT_MS);
    for (size_t i = 0; i < sizeof switches / sizeof switches[0]; i++) {
        rc = sqlite3_db_config(db, switches[i][0], switches[i][1], NULL);
        if (rc != SQLITE_OK)
            return sqlite_result(reader, rc, "switching a safeguard on");
    }
    rc = sqlite_register_events(reader);
    if (rc != SQLITE_OK)
        return sqlite_result(reader, rc, "registering a function");
    /* Triggers run for rows that REPLACE removes only if recursive triggers are on. */
    return sqlite_exec(reader, "PRAGMA temp_store = MEMORY; PRAGMA recursive_triggers = ON;",
                       "setting up a connection");
}

/* Called by SQLite while it prepares a statement, for each table that it changes, and for those that its triggers and
 * foreign keys change. */
static int note_change(void *context, int action, const char *table, const char *column,
                       const char *database, const char *trigger) {
    struct store_reader *reader = context;
    bool changes = action == SQLITE_INSERT || action == SQLITE_UPDATE || action == SQLITE_DELETE;
    (void)column;
    (void)database;
    (void)trigger;
    if (changes && recall_has_table(table))
        ((struct sqlite_store *)reader->store->own)->changes_recalled = true;
    return SQLITE_OK;
}

void sqlite_note_recalled(struct store_reader *reader) {
    sqlite3_set_authorizer(reader->db, note_change, reader);
}

void sqlite_disconnect(struct store_reader *reader) {
    sqlite3_close(reader->db);
    reader->db = NULL;
}
