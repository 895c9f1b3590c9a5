/* SPDX-License-Identifier: AGPL-3.0-or-later */

/* The database's file: its place, its lock, and who may open it. */
#include "db/sqlite/sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum store_result sqlite_begin_store(struct store *store, const char *path) {
    struct sqlite_store *own = calloc(1, sizeof *own);
    store->own = own;
    store->path = strdup(path);
    if (own == NULL || store->path == NULL)
        return STORE_ERROR;
    own->lock_fd = -1;
    own->checkpoint_due = CHECKPOINT_PAGES;
    return STORE_OK;
}

void sqlite_end_store(struct store *store) {
    struct sqlite_store *own = store->own;
    if (own != NULL && own->lock_fd >= 0)
        close(own->lock_fd);
    if (own != NULL)
        sqlite_end_check(own);
    free(own);
}

/* Reads part of a page from the file itself, another one each time. */
static enum store_result read_some_page(struct store_reader *reader) {
    char page[PAGE_SIZE / 2]; /* half a page, which is not verified: it may be changing */
    sqlite3_file *file = NULL;
    sqlite3_int64 size = 0;
    int rc = sqlite3_file_control(reader->db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (rc == SQLITE_OK)
        rc = file->pMethods->xFileSize(file, &size);
    if (rc != SQLITE_OK || size < PAGE_SIZE)
        return STORE_ERROR;
    struct sqlite_store *own = reader->store->own;
    sqlite3_int64 number = atomic_fetch_add(&own->pages_checked, 1) % (size / PAGE_SIZE);
    rc = file->pMethods->xRead(file, page, sizeof page, number * PAGE_SIZE);
    return rc == SQLITE_OK ? STORE_OK : STORE_ERROR;
}

/* STORE_NONE: not the file that was opened is in its place, or none. */
static enum store_result check_place(const struct store *store) {
    const struct sqlite_store *own = store->own;
    struct stat file;
    if (stat(store->path, &file) != 0)
        return errno == ENOENT || errno == ENOTDIR ? STORE_NONE : STORE_ERROR;
    return file.st_dev == own->device && file.st_ino == own->inode ? STORE_OK : STORE_NONE;
}

enum store_result sqlite_check(struct store *store) {
    enum store_result result = check_place(store);
    if (result != STORE_OK)
        return result;
    struct store_reader *reader = store_reader_get(store);
    return reader == NULL ? STORE_ERROR : read_some_page(reader);
}

void sqlite_report_check(const struct store *store, enum store_result result) {
    if (result == STORE_OK)
        db_log(store, STORE_LOG_INFO, "%s: is back in its place, reading again", store->path);
    else
        db_log(store, STORE_LOG_ERROR, "%s: %s", store->path,
               result == STORE_NONE ? "the file is gone from its place, or is another file; stop "
                                      "the server before you put it back, or start it on a backup"
                                    : "the file cannot be read");
}

/* The lock is named after the file that a symbolic link leads to, as SQLite's companions are. NULL: no
 * such file, or no memory. */
static char *name_lock(const char *path) {
    char *real = realpath(path, NULL), *name = NULL;
    if (real != NULL && asprintf(&name, "%s.lock", real) < 0)
        name = NULL;
    free(real);
    return name;
}

/* One process at a time may write: two that checkpoint at once can damage the file with SQLite
 * before 3.51.3, and their writers would wait for each other. The lock is on a file of its own,
 * because closing any descriptor of the database would drop SQLite's locks on it. */
static enum store_result take_lock(struct store *store) {
    struct sqlite_store *own = store->own;
    char *name = name_lock(store->path);
    enum store_result result = STORE_OK;
    if (name == NULL) {
        db_log(store, STORE_LOG_ERROR, "cannot find the database %s: %s", store->path,
               strerror(errno));
        return STORE_ERROR;
    }
    own->lock_fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (own->lock_fd < 0) {
        result = db_file_result(errno);
        db_log(store, STORE_LOG_ERROR, "cannot make %s: %s; may this user write to the folder?",
               name, strerror(errno));
    } else if (flock(own->lock_fd, LOCK_EX | LOCK_NB) != 0) {
        result = errno == EWOULDBLOCK ? STORE_BUSY : STORE_ERROR;
        db_log(store, STORE_LOG_ERROR,
               "cannot lock %s: %s; is another server running on this database?", name,
               strerror(errno));
    }
    free(name);
    return result;
}

/* Notes which file it is. */
static enum store_result note_file(struct store *store, nlink_t *names) {
    struct sqlite_store *own = store->own;
    struct stat file;
    if (stat(store->path, &file) != 0) {
        db_log(store, STORE_LOG_ERROR, "cannot stat the database %s: %s", store->path,
               strerror(errno));
        return STORE_ERROR;
    }
    own->device = file.st_dev;
    own->inode = file.st_ino;
    *names = file.st_nlink;
    return STORE_OK;
}

/* A file's lock and its write-ahead log are named after it: a server that opens it under another name
 * would see neither. */
static enum store_result check_names(struct store *store) {
    nlink_t names = 1;
    enum store_result result = note_file(store, &names);
    if (result != STORE_OK || names == 1)
        return result;
    db_log(
        store, STORE_LOG_ERROR,
        "the database %s has %ju names (hard links), and a server on another of them would damage "
        "it; keep the one that you serve and remove the others (find -samefile lists them)",
        store->path, (uintmax_t)names);
    return STORE_ERROR;
}

/* Creates the file with a mode that lets nobody else read it; SQLite gives its companions the same
 * mode. */
static enum store_result make_file(struct store *store) {
    int fd = open(store->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0) {
        close(fd);
        return STORE_OK;
    }
    if (errno == EEXIST)
        return STORE_OK;
    db_log(store, STORE_LOG_ERROR,
           "cannot make the database %s: %s; is the folder there, and may this user write to it?",
           store->path, strerror(errno));
    return db_file_result(errno);
}

/* SQLite opens a file read-only if it cannot open it for writing, and reports that only later. */
static enum store_result check_writable(struct store *store) {
    if (sqlite3_db_readonly(store->writers[0].reader.db, "main") == 0)
        return STORE_OK;
    db_log(store, STORE_LOG_ERROR,
           "the database %s can only be read; may this user write to the file?", store->path);
    return STORE_ERROR;
}

enum store_result sqlite_open_writer(struct store *store) {
    struct store_reader *reader = &store->writers[0].reader;
    enum store_result result = make_file(store);
    if (result == STORE_OK)
        result = take_lock(store);
    if (result == STORE_OK)
        result = check_names(store);
    if (result == STORE_OK)
        result = sqlite_connect(reader, store->path, SQLITE_OPEN_READWRITE);
    if (result == STORE_OK)
        result = check_writable(store);
    if (result == STORE_OK)
        result = migrate_check(reader, true, false, &store->metrics.migration);
    if (result == STORE_OK) {
        sqlite3_wal_hook(reader->db, sqlite_note_wal, store);
        sqlite_note_recalled(reader);
        sqlite_make_room(reader);
    }
    return result;
}

/* All threads must read the same file. */
enum store_result sqlite_open_reader(struct store_reader *reader) {
    const struct store *store = reader->store;
    const struct sqlite_store *own = store->own;
    if (own->inode != 0 && check_place(store) != STORE_OK)
        return STORE_NONE;
    return sqlite_connect(reader, store->path, SQLITE_OPEN_READONLY);
}

enum store_result sqlite_note_opened(struct store_reader *reader) {
    nlink_t names;
    enum store_result result = note_file(reader->store, &names);
    if (result == STORE_OK)
        result = migrate_check(reader, false, false, &reader->store->metrics.migration);
    reader->store->metrics.page_checksums = result == STORE_OK && sqlite_has_room(reader->db);
    return result;
}
