/* SPDX-License-Identifier: AGPL-3.0-or-later */

/* Commits, and the write-ahead log that they write to. */
#include "db/sqlite/sqlite.h"

STATEMENT(begin_write, "BEGIN IMMEDIATE", .postgresql = "BEGIN");
STATEMENT(begin_read, "BEGIN");
STATEMENT(commit, "COMMIT");

enum store_result sqlite_begin_read(struct store_reader *reader) {
    return db_run(reader, &begin_read);
}

bool sqlite_end_read(struct store_reader *reader) {
    /* An error may have ended the transaction already. */
    return !reader->driver->in_transaction(reader) || db_run(reader, &commit) == STORE_OK;
}

enum store_result sqlite_begin_write(struct store_tx *tx) {
    return db_run(&tx->reader, &begin_write);
}

/* Whether a failed commit may still be found in the log after a crash. It is complete with its last
 * write, before the flush: if a write failed, it cannot be. */
static bool commit_can_stand(const struct store_reader *reader) {
    int rc = sqlite3_extended_errcode(reader->db);
    return (rc & 0xff) != SQLITE_FULL && rc != SQLITE_IOERR_WRITE;
}

enum store_result sqlite_commit(struct store_tx *tx) {
    enum store_result result = db_run(&tx->reader, &commit);
    tx->unsettled = result != STORE_OK && commit_can_stand(&tx->reader);
    return result;
}

/* Commits a change without effect. It overwrites a failed commit in the log, and it shows whether the
 * disk accepts writes. */
enum store_result sqlite_settle(struct store_tx *tx, enum store_result *outcome) {
    (void)outcome;
    return sqlite_exec(&tx->reader, "PRAGMA user_version = 0", "writing over a failed commit");
}

/* Checkpoints the write-ahead log once it is large enough. Only this thread does so, and after the
 * jobs are done, so that no caller waits for it. Readers can keep it from finishing; the next one
 * does the rest. */
void sqlite_after_batch(struct store *store) {
    struct sqlite_store *own = store->own;
    if (own->wal_pages < own->checkpoint_due)
        return;
    sqlite3 *db = store->writers[0].reader.db;
    bool truncate = own->wal_pages >= TRUNCATE_PAGES;
    int mode = truncate ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE;
    sqlite3_busy_timeout(db, TRUNCATE_TIMEOUT_MS);
    int rc = sqlite3_wal_checkpoint_v2(db, NULL, mode, NULL, NULL);
    sqlite3_busy_timeout(db, BUSY_TIMEOUT_MS);
    if (rc != SQLITE_OK && rc != SQLITE_BUSY)
        sqlite_result(&store->writers[0].reader, rc, "checkpointing");
    if (rc == SQLITE_OK && truncate)
        own->wal_pages = 0;
    own->checkpoint_due = own->wal_pages + CHECKPOINT_PAGES;
}

/* Called by SQLite after each commit with the pages now in the write-ahead log. */
int sqlite_note_wal(void *context, sqlite3 *db, const char *name, int pages) {
    struct store *store = context;
    struct sqlite_store *own = store->own;
    (void)db;
    (void)name;
    if (pages < own->wal_pages) /* the log was restarted */
        own->checkpoint_due = CHECKPOINT_PAGES;
    own->wal_pages = pages;
    store->wal_bytes = 32 + (int64_t)pages * (PAGE_SIZE + 24);
    return SQLITE_OK;
}

void sqlite_tidy(struct store *store, const char *doing) {
    sqlite_exec(&store->writers[0].reader, "PRAGMA analysis_limit = 400; PRAGMA optimize;", doing);
}
