/* SPDX-License-Identifier: AGPL-3.0-or-later */

/* Making room for the marks of pages (pages.c) in an older file. */
#include "db/sqlite/sqlite.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/statvfs.h>
#include <time.h>

enum {
    COPIES = 2,      /* of the database: one as VACUUM's temporary file, one in the log */
    SPARE = 64 << 20 /* bytes left for others meanwhile */
};

bool sqlite_has_room(sqlite3 *db) {
    int reserved = -1; /* -1 only queries */
    return sqlite3_file_control(db, "main", SQLITE_FCNTL_RESERVE_BYTES, &reserved) == SQLITE_OK &&
           reserved == PAGE_MARK;
}

void sqlite_want_room(sqlite3 *db) {
    int reserved = PAGE_MARK; /* takes effect at once in an empty file, else by VACUUM */
    sqlite3_file_control(db, "main", SQLITE_FCNTL_RESERVE_BYTES, &reserved);
}

/* The folder of the database, for sqlite3_temp_directory; NULL: no memory. */
static char *folder_of(sqlite3 *db) {
    const char *path = sqlite3_db_filename(db, "main"); /* absolute */
    const char *slash = strrchr(path, '/');
    return sqlite3_mprintf("%.*s", slash == path ? 1 : (int)(slash - path), path);
}

static bool has_space(const struct store *store, const char *folder, int64_t bytes) {
    struct statvfs disk;
    if (statvfs(folder, &disk) != 0 ||
        (int64_t)(disk.f_bavail * disk.f_frsize) >= COPIES * bytes + SPARE)
        return true; /* then just try */
    db_log(store, STORE_LOG_WARNING,
           "%s: its pages have no room for checksums, and making room takes %" PRId64
           " MB in its folder; damage will not be found until a start finds that much free",
           store->path, (COPIES * bytes + SPARE) >> 20);
    return false;
}

static enum store_result rewrite_file(struct store_reader *reader) {
    sqlite_want_room(reader->db);
    enum store_result result =
        sqlite_exec(reader, "PRAGMA temp_store = FILE; VACUUM; PRAGMA temp_store = MEMORY;",
                    "making room for checksums");
    if (result == STORE_OK)
        result = sqlite_exec(reader, "PRAGMA wal_checkpoint(TRUNCATE)",
                             "bringing the pages with checksums to their place");
    return result;
}

static void make_room(struct store_reader *reader, char *folder) {
    const struct store *store = reader->store;
    int64_t pages = 0, began = (int64_t)time(NULL);
    if (db_number(reader, "PRAGMA page_count", &pages) != STORE_OK ||
        !has_space(store, folder, pages * PAGE_SIZE))
        return;
    db_log(store, STORE_LOG_INFO,
           "%s: making room for checksums in its %" PRId64
           " pages, once; killing the server now loses nothing",
           store->path, pages);
    sqlite3_temp_directory = folder;
    enum store_result result = rewrite_file(reader);
    sqlite3_temp_directory = NULL;
    if (result == STORE_OK && pages_marked(reader->db))
        db_log(store, STORE_LOG_INFO, "%s: each page has a checksum now (%" PRId64 " s)",
               store->path, (int64_t)time(NULL) - began);
    else
        db_log(store, STORE_LOG_WARNING,
               "%s: its pages still have no checksums; damage will not be found. The next start "
               "tries again",
               store->path);
}

void sqlite_make_room(struct store_reader *reader) {
    char *folder = NULL;
    if (!pages_marked(reader->db) && (folder = folder_of(reader->db)) != NULL)
        make_room(reader, folder);
    sqlite3_free(folder);
    reader->store->metrics.page_checksums = pages_marked(reader->db);
}
