/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_SQLITE_SQLITE_H
#define DB_SQLITE_SQLITE_H

/* Shared among the files of db/sqlite/. */

#include "db/driver.h"

#include <sqlite3.h>
#include <sys/types.h>

enum {
    APPLICATION_ID = 0x48585054, /* "HXPT", at byte 68 of every database of ours */
    PAGE_SIZE = 4096,            /* bytes */
    BUSY_TIMEOUT_MS = 5000,      /* wait for locks of other connections */
    CHECKPOINT_PAGES = 1000,     /* pages in the write-ahead log that trigger a checkpoint */
    TRUNCATE_PAGES = 16384,      /* 64 MiB: above this the log is truncated when possible */
    TRUNCATE_TIMEOUT_MS = 50,    /* how long truncating waits for readers at most */
    PAGE_MARK = 8,               /* bytes at the end of each page, which hold its checksum */
    /* The error code for a damaged page. Only the statement fails; SQLITE_IOERR_DATA would end the
     * transaction. */
    PAGE_DAMAGED = SQLITE_CORRUPT | 100 << 8
};

/* store->own. */
struct sqlite_store {
    dev_t device;              /* the file that was opened is this ... */
    ino_t inode;               /* ... one there */
    atomic_uint pages_checked; /* by sqlite_check */
    int lock_fd;               /* holds the file's .lock while the store may write; -1: not held */
    int wal_pages;         /* in the write-ahead log after the last commit; writer's thread only */
    int checkpoint_due;    /* the number of pages that triggers the next checkpoint */
    bool changes_recalled; /* the statement that the writer prepares does (db/recall.h) */
    struct page_findings *findings; /* of store_check; NULL: not called yet */
};

/* ------------------------------------------------------------------------- connection.c -- */

/* The result for a code of SQLite; anything worse than a conflict is reported to db_fail. */
enum store_result sqlite_result(struct store_reader *reader, int rc, const char *doing);
/* Opens a connection with all safeguards on. flags: SQLite's. */
enum store_result sqlite_connect(struct store_reader *reader, const char *path, int flags);
void sqlite_disconnect(struct store_reader *reader);
/* From now on the writer's connection notes which statements change rows of the tables of db/recall.h. */
void sqlite_note_recalled(struct store_reader *reader);
enum store_result sqlite_exec(struct store_reader *reader, const char *sql, const char *doing);

/* ------------------------------------------------------------------------------ pages.c -- */

/* The name of the VFS that verifies pages, for sqlite3_open_v2. */
const char *pages_layer(void);

/* The damage that a connection has met. */
struct page_watch {
    int64_t page; /* the last damaged one; 0: none */
    bool in_log;  /* its copy in the write-ahead log */
    /* Called for each; may be NULL. */
    void (*found)(void *context, int64_t page, bool in_log);
    void *context;
};
struct page_watch *pages_watch(sqlite3 *db); /* NULL: the connection has no file */

/* Describes a damaged page in TEXT, of SIZE bytes. */
void page_describe(char *text, size_t size, int64_t page, bool in_log);

/* Whether the pages of the file have marks, by its first page as last seen. */
bool pages_marked(sqlite3 *db);
/* Sets that for a file about to be written, before its first page is. */
void pages_mark(sqlite3 *db, bool marked);
/* The connection syncs its log with each commit (synchronous = FULL), so that frames need not be written before. */
void pages_hold_frames(sqlite3 *db);
/* Whether the last to write was such a connection of this process. *others: how often another one was found to have
 * written. */
bool pages_wrote_last(sqlite3 *db, uint32_t *others);

/* --------------------------------------------------------------- other files, one thing each -- */

/* open.c */
enum store_result sqlite_begin_store(struct store *store, const char *path);
void sqlite_end_store(struct store *store);
enum store_result sqlite_open_writer(struct store *store);
enum store_result sqlite_open_reader(struct store_reader *reader);
enum store_result sqlite_note_opened(struct store_reader *reader);
enum store_result sqlite_check(struct store *store);
void sqlite_report_check(const struct store *store, enum store_result result);
/* schema.c */
enum store_result sqlite_check_owner(struct store_reader *reader, bool *empty);
enum store_result sqlite_prepare_schema(struct store_reader *reader);
/* room.c */
bool sqlite_has_room(sqlite3 *db);
void sqlite_want_room(sqlite3 *db);
void sqlite_make_room(struct store_reader *reader);
/* check.c */
void sqlite_begin_check(struct store_reader *reader, store_found *found, void *context);
void sqlite_end_check(struct sqlite_store *own);
/* commit.c */
int sqlite_note_wal(void *context, sqlite3 *db, const char *name, int pages);
enum store_result sqlite_begin_write(struct store_tx *tx);
enum store_result sqlite_commit(struct store_tx *tx);
enum store_result sqlite_begin_read(struct store_reader *reader);
bool sqlite_end_read(struct store_reader *reader);
enum store_result sqlite_settle(struct store_tx *tx, enum store_result *outcome);
void sqlite_after_batch(struct store *store);
void sqlite_tidy(struct store *store, const char *doing);
/* backup.c */
enum store_result sqlite_backup(const struct store_options *options, const char *target,
                                bool (*progress)(void *context, int done, int total),
                                void *context);
/* events.c: the function that receives each row. */
int sqlite_register_events(struct store_reader *reader);
/* checksums.c: the functions that migrations/0022_checksums.sql calls. */
int sqlite_register_checksums(sqlite3 *db);

#endif
