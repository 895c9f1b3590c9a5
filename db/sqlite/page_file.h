/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_SQLITE_PAGE_FILE_H
#define DB_SQLITE_PAGE_FILE_H

#include "db/sqlite/sqlite.h"

/* A file of the layer between SQLite and the disk (pages.c), and what is special to a log (log_file.c). */

/* SQLite's locks on the index of the log: the first one is that of who writes. */
enum { LOCK_OF_WRITER = 0 };

enum page_file_kind { FILE_OTHER, FILE_DATABASE, FILE_LOG };

struct page_file {
    sqlite3_file base;
    sqlite3_file *real;
    enum page_file_kind kind;
    /* Of a database: */
    bool marked; /* each page has its mark: the first page said so last */
    struct page_watch watch;
    struct page_file *log;          /* NULL: it has none */
    const volatile uint32_t *index; /* of the log, shared by all processes; NULL: none yet */
    bool holds;                     /* frames are written when the log is synced */
    bool writes;                    /* has the lock of who writes */
    /* Of a log: */
    struct page_file *database; /* whose it is */
    struct frames *frames;      /* what has been written into it */
};

/* The mark of a page: worked out of all its bytes but the last PAGE_MARK, and of NUMBER. */
uint64_t page_mark(const uint8_t *page, int64_t number);
/* Tells who watches the database; what SQLite is told. */
int page_report_damage(struct page_file *database, int64_t number, bool in_log);

/* SQLite's codes. */
int log_read(struct page_file *log, void *data, int len, sqlite3_int64 at);
int log_write(struct page_file *log, const void *data, int len, sqlite3_int64 at);
/* Writes the frames that the connection holds; nothing to do without a log (NULL). */
int log_write_held(struct page_file *log);
/* DATABASE gets the lock of who writes on the log's index, and gives it back. N, FLAGS: SQLite's. */
int log_lock_writer(struct page_file *database, int n, int flags);
int log_unlock_writer(struct page_file *database, int n, int flags);

#endif
