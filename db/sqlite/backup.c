/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/sqlite/sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { STEP_PAGES = 1024 /* copied between two calls of progress */ };

struct copy {
    struct store *store;
    struct store_reader source;
    struct store_reader target;
    const char *target_path;
    char *part;  /* the copy's temporary name, until it is complete and checked */
    int part_fd; /* holds the lock on it; -1: not held */
    bool part_made;
};

static enum store_result file_failure(const struct copy *copy, const char *doing,
                                      const char *path) {
    int cause = errno;
    db_log(copy->store, STORE_LOG_ERROR, "cannot %s %s: %s", doing, path, strerror(cause));
    if (cause == EEXIST)
        return STORE_CONFLICT;
    return db_file_result(cause);
}

/* Removes the copy under its temporary name. The file itself goes last: while it exists, the next backup
 * also removes its companions. */
static void remove_part(const struct copy *copy) {
    static const char *const endings[] = {"-journal", "-wal", "-shm", ""};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        char *name = NULL;
        if (asprintf(&name, "%s%s", copy->part, endings[i]) >= 0) {
            unlink(name);
            free(name);
        }
    }
}

static enum store_result refuse_second(const struct copy *copy) {
    db_log(copy->store, STORE_LOG_ERROR, "another backup to %s is running", copy->target_path);
    return STORE_BUSY;
}

/* A backup process holds a lock on its copy as long as it lives. */
static enum store_result lock_part(const struct copy *copy, int fd) {
    if (flock(fd, LOCK_EX | LOCK_NB) == 0)
        return STORE_OK;
    return errno == EWOULDBLOCK ? refuse_second(copy) : file_failure(copy, "lock", copy->part);
}

/* Whether the file can be an unfinished copy: a database, or one without its first page. */
static bool is_unfinished(int fd) {
    static const char starts[2][16] = {"SQLite format 3", ""};
    char start[sizeof starts[0]] = "";
    struct stat file;
    return fstat(fd, &file) == 0 && S_ISREG(file.st_mode) &&
           pread(fd, start, sizeof start, 0) >= 0 &&
           (memcmp(start, starts[0], sizeof start) == 0 ||
            memcmp(start, starts[1], sizeof start) == 0);
}

/* Removes what a killed backup has left. STORE_NONE: there was nothing. */
static enum store_result remove_dead_part(const struct copy *copy) {
    struct stat held, named;
    int fd = open(copy->part, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return errno == ENOENT ? STORE_NONE : file_failure(copy, "look at", copy->part);
    enum store_result result = lock_part(copy, fd);
    if (result == STORE_OK && !is_unfinished(fd)) {
        db_log(copy->store, STORE_LOG_ERROR, "%s exists and is not a backup; move it away",
               copy->part);
        result = STORE_ERROR;
    }
    /* Only with the lock is it certain that nobody else removes the file; it may have been replaced
     * before. */
    if (result == STORE_OK && fstat(fd, &held) == 0 && lstat(copy->part, &named) == 0 &&
        held.st_ino == named.st_ino)
        remove_part(copy);
    close(fd);
    return result;
}

static enum store_result make_part(struct copy *copy) {
    struct stat there;
    if (lstat(copy->target_path, &there) == 0) {
        errno = EEXIST;
        return file_failure(copy, "write a backup to", copy->target_path);
    }
    enum store_result result = remove_dead_part(copy);
    if (result != STORE_OK && result != STORE_NONE)
        return result;
    copy->part_fd = open(copy->part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (copy->part_fd < 0)
        return errno == EEXIST ? refuse_second(copy) : file_failure(copy, "make", copy->part);
    result = lock_part(copy, copy->part_fd);
    copy->part_made = result == STORE_OK;
    return result;
}

/* All steps read one snapshot of the source, as its transaction was opened before. */
static enum store_result
copy_pages(struct copy *copy, bool (*progress)(void *context, int done, int total), void *context) {
    /* Set here, as the first page, which holds this setting, may not be written first. */
    pages_mark(copy->target.db, sqlite_has_room(copy->source.db));
    sqlite3_backup *backup = sqlite3_backup_init(copy->target.db, "main", copy->source.db, "main");
    if (backup == NULL)
        return sqlite_result(&copy->target, sqlite3_extended_errcode(copy->target.db),
                             "beginning a backup");
    int rc;
    bool stopped = false;
    do {
        rc = sqlite3_backup_step(backup, STEP_PAGES);
        int total = sqlite3_backup_pagecount(backup);
        if (progress != NULL && (rc == SQLITE_OK || rc == SQLITE_DONE))
            stopped = !progress(context, total - sqlite3_backup_remaining(backup), total);
    } while (rc == SQLITE_OK && !stopped);
    int finish = sqlite3_backup_finish(backup);
    if (rc == SQLITE_OK || rc == SQLITE_DONE)
        rc = finish;
    if (stopped) {
        db_log(copy->store, STORE_LOG_WARNING, "stopped the backup");
        return STORE_ERROR;
    }
    return sqlite_result(&copy->target, rc, "copying the database");
}

static enum store_result check_part(struct copy *copy) {
    /* A single file without companions is easier to move; a server switches it back. */
    enum store_result result =
        sqlite_exec(&copy->target, "PRAGMA journal_mode = DELETE", "closing the copy's log");
    sqlite3_stmt *stmt = NULL;
    if (result != STORE_OK)
        return result;
    int rc = sqlite3_prepare_v2(copy->target.db, "PRAGMA integrity_check(1)", -1, &stmt, NULL);
    if (rc == SQLITE_OK && (rc = sqlite3_step(stmt)) == SQLITE_ROW) {
        const char *verdict = (const char *)sqlite3_column_text(stmt, 0);
        if (verdict == NULL || strcmp(verdict, "ok") != 0)
            rc = SQLITE_CORRUPT;
    }
    result = sqlite_result(&copy->target, rc, "checking the copy");
    sqlite3_finalize(stmt);
    return result;
}

static bool sync_file(const char *path) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool synced = fd >= 0 && fsync(fd) == 0;
    int cause = errno;
    if (fd >= 0)
        close(fd);
    errno = cause;
    return synced;
}

/* Opens the folder of path, to flush path's name; -1 with errno. */
static int open_folder(const char *path) {
    enum { FLAGS = O_RDONLY | O_DIRECTORY | O_CLOEXEC };
    const char *slash = strrchr(path, '/');
    if (slash == NULL)
        return open(".", FLAGS);
    char *folder = strndup(path, slash == path ? 1 : (size_t)(slash - path));
    if (folder == NULL)
        return -1;
    int fd = open(folder, FLAGS);
    int cause = errno;
    free(folder);
    errno = cause;
    return fd;
}

/* Gives the copy its final name, unless that was taken meanwhile, and flushes FOLDER, the target's. */
static enum store_result name_copy(struct copy *copy, int folder) {
    if (link(copy->part, copy->target_path) != 0) {
        bool no_links = errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS;
        if (!no_links ||
            renameat2(AT_FDCWD, copy->part, AT_FDCWD, copy->target_path, RENAME_NOREPLACE) != 0)
            return file_failure(copy, "name the backup", copy->target_path);
        copy->part_made = false;
    }
    if (fsync(folder) == 0)
        return STORE_OK;
    enum store_result result = file_failure(copy, "flush the folder of", copy->target_path);
    unlink(copy->target_path);
    return result;
}

static enum store_result publish_copy(struct copy *copy) {
    if (!sync_file(copy->part))
        return file_failure(copy, "flush", copy->part);
    /* Opened first, so that as little as possible can fail after the copy has its name. */
    int folder = open_folder(copy->target_path);
    if (folder < 0)
        return file_failure(copy, "open the folder of", copy->target_path);
    enum store_result result = name_copy(copy, folder);
    close(folder);
    return result;
}

static enum store_result
run_copy(struct copy *copy, bool (*progress)(void *context, int done, int total), void *context) {
    int number;
    enum store_result result = db_connection(&copy->source, copy->store);
    if (result == STORE_OK)
        result = sqlite_connect(&copy->source, copy->store->path, SQLITE_OPEN_READONLY);
    /* From here on the source is read in one snapshot, however much is written meanwhile. */
    if (result == STORE_OK)
        result = store_read_begin(&copy->source);
    if (result == STORE_OK)
        result = migrate_check(&copy->source, false, true, &number);
    if (result == STORE_OK)
        result = make_part(copy);
    if (result == STORE_OK)
        result = db_connection(&copy->target, copy->store);
    if (result == STORE_OK)
        result = sqlite_connect(&copy->target, copy->part, SQLITE_OPEN_READWRITE);
    /* Flushed once, at the end: an incomplete copy is worthless anyway. */
    if (result == STORE_OK)
        result = sqlite_exec(&copy->target, "PRAGMA synchronous = OFF", "preparing the copy");
    if (result == STORE_OK)
        result = copy_pages(copy, progress, context);
    store_read_end(&copy->source);
    if (result == STORE_OK)
        result = check_part(copy);
    db_disconnect(&copy->target);
    db_disconnect(&copy->source);
    return result == STORE_OK ? publish_copy(copy) : result;
}

enum store_result sqlite_backup(const struct store_options *options, const char *target,
                                bool (*progress)(void *context, int done, int total),
                                void *context) {
    struct copy copy = {.target_path = target, .part_fd = -1};
    enum store_result result = db_prepare_store(&copy.store, options);
    if (result != STORE_OK)
        return result;
    if (asprintf(&copy.part, "%s.part", target) < 0) {
        copy.part = NULL;
        result = STORE_ERROR;
    }
    if (result == STORE_OK)
        result = run_copy(&copy, progress, context);
    if (copy.part_made)
        remove_part(&copy);
    if (copy.part_fd >= 0)
        close(copy.part_fd);
    free(copy.part);
    db_discard(copy.store);
    return result;
}
