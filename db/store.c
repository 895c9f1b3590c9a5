/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/db_int.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

const char *store_result_name(enum store_result result) {
    static const char *const names[] = {
        [STORE_OK] = "ok",
        [STORE_NONE] = "none",
        [STORE_CONFLICT] = "conflict",
        [STORE_FULL] = "full",
        [STORE_BUSY] = "busy",
        [STORE_NEWER] = "newer",
        [STORE_CORRUPT] = "corrupt",
        [STORE_DAMAGED] = "damaged",
        [STORE_ERROR] = "error",
        [STORE_UNSETTLED] = "unsettled",
    };
    return names[result];
}

void db_log(const struct store *store, enum store_log_level level, const char *format, ...) {
    char message[512];
    if (store->log == NULL)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    store->log(store->log_context, level, message);
}

enum store_result db_file_result(int cause) {
    return cause == ENOSPC || cause == EDQUOT || cause == EFBIG ? STORE_FULL : STORE_ERROR;
}

/* The errno of the call about a file that failed. SQLite keeps none for a commit, but its log's file does. */
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
        return rc == SQLITE_CONSTRAINT_UNIQUE || rc == SQLITE_CONSTRAINT_PRIMARYKEY ||
                       rc == SQLITE_CONSTRAINT_ROWID
                   ? STORE_CONFLICT
                   : STORE_ERROR;
    case SQLITE_FULL: return STORE_FULL;
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return STORE_BUSY;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: return STORE_CORRUPT;
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
        /* A flush, a new file or a largest size that leaves no room is not reported as SQLITE_FULL. */
        return db == NULL ? STORE_ERROR : db_file_result(file_errno(db, rc));
    default: return STORE_ERROR;
    }
}

enum store_result db_result(struct store_reader *reader, int rc, const char *doing) {
    enum store_result result = result_of_code(reader->db, rc);
    if (result == STORE_OK || result == STORE_CONFLICT)
        return result;
    reader->failure = result;
    const char *cause = sqlite3_errstr(rc);
    /* The connection's own words say more, where they are about this very failure. */
    if (reader->db != NULL && sqlite3_extended_errcode(reader->db) == rc)
        cause = sqlite3_errmsg(reader->db);
    if (result == STORE_FULL)
        cause = "no room on the disk, or the file is as large as allowed (ulimit -f)";
    db_log(reader->store, STORE_LOG_ERROR, "%s: %s (SQLite code %d) while: %.200s",
           reader->store->path, cause, rc, doing);
    return result;
}

enum store_result db_exec(struct store_reader *reader, const char *sql, const char *doing) {
    return db_result(reader, sqlite3_exec(reader->db, sql, NULL, NULL, NULL), doing);
}

enum store_result db_run(struct store_reader *reader, const struct statement *statement) {
    return query_run(QUERY(reader, statement), NULL);
}

enum store_result db_number(struct store_reader *reader, const char *sql, int64_t *number) {
    sqlite3_stmt *stmt = NULL;
    *number = 0;
    int rc = sqlite3_prepare_v2(reader->db, sql, -1, &stmt, NULL);
    if (rc == SQLITE_OK) {
        rc = sqlite3_step(stmt);
        if (rc == SQLITE_ROW)
            *number = sqlite3_column_int64(stmt, 0);
    }
    enum store_result result = db_result(reader, rc, sql);
    sqlite3_finalize(stmt);
    return result;
}

/* ------------------------------------------------------------------------ connections -- */

static void configure_library(void) {
    /* No connection is used by two threads at once, and nobody reads the memory figures, whose
     * upkeep would be one lock shared by all threads. Too late where the library is in use
     * already; then its defaults are slower but as good. */
    sqlite3_config(SQLITE_CONFIG_MULTITHREAD);
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

enum store_result db_connect(struct store_reader *reader, struct store *store, const char *path,
                             int flags) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, configure_library);
    size_t slots = statement_count();
    *reader = (struct store_reader){.store = store, .failure = STORE_OK};
    reader->statements = calloc(slots, sizeof *reader->statements);
    if (reader->statements == NULL)
        return STORE_ERROR;
    int rc = sqlite3_open_v2(path, &reader->db, flags | SQLITE_OPEN_NOMUTEX, NULL);
    if (rc != SQLITE_OK)
        return db_result(reader, rc, "opening the database");
    bool reads_only = (flags & SQLITE_OPEN_READONLY) != 0;
    const int switches[][2] = {
        {SQLITE_DBCONFIG_DEFENSIVE, 1},   {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
        {SQLITE_DBCONFIG_DQS_DML, 0},     {SQLITE_DBCONFIG_DQS_DDL, 0},
        {SQLITE_DBCONFIG_ENABLE_FKEY, 1}, {SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, reads_only},
    };
    sqlite3_extended_result_codes(reader->db, 1);
    sqlite3_busy_timeout(reader->db, BUSY_TIMEOUT_MS);
    for (size_t i = 0; i < sizeof switches / sizeof switches[0]; i++) {
        rc = sqlite3_db_config(reader->db, switches[i][0], switches[i][1], NULL);
        if (rc != SQLITE_OK)
            return db_result(reader, rc, "switching a safeguard on");
    }
    rc = events_register(reader);
    if (rc != SQLITE_OK)
        return db_result(reader, rc, "registering a function");
    /* Triggers see rows that REPLACE removes only when they may recurse. */
    return db_exec(reader, "PRAGMA temp_store = MEMORY; PRAGMA recursive_triggers = ON;",
                   "setting up a connection");
}

void db_disconnect(struct store_reader *reader) {
    size_t count = statement_count();
    for (size_t i = 0; reader->statements != NULL && i < count; i++)
        sqlite3_finalize(reader->statements[i]);
    free(reader->statements);
    reader->statements = NULL;
    sqlite3_close(reader->db);
    reader->db = NULL;
}

/* ---------------------------------------------------------------------------- readers -- */

static enum store_result store_reader_open(struct store_reader **reader, struct store *store) {
    *reader = NULL;
    struct store_reader *opened = calloc(1, sizeof *opened);
    if (opened == NULL)
        return STORE_ERROR;
    enum store_result result = db_connect(opened, store, store->path, SQLITE_OPEN_READONLY);
    if (result != STORE_OK) {
        db_disconnect(opened);
        free(opened);
        return result;
    }
    pthread_mutex_lock(&store->readers_lock);
    opened->next = store->readers;
    if (store->readers != NULL)
        store->readers->prev = opened;
    store->readers = opened;
    pthread_mutex_unlock(&store->readers_lock);
    *reader = opened;
    return STORE_OK;
}

static void store_reader_close(struct store_reader *reader) {
    if (reader == NULL)
        return;
    assert(!reader->writing);
    struct store *store = reader->store;
    pthread_mutex_lock(&store->readers_lock);
    if (reader->prev != NULL)
        reader->prev->next = reader->next;
    else
        store->readers = reader->next;
    if (reader->next != NULL)
        reader->next->prev = reader->prev;
    pthread_mutex_unlock(&store->readers_lock);
    db_disconnect(reader);
    free(reader);
}

/* Reads a page of the file itself, another one each time. */
static enum store_result read_some_page(struct store_reader *reader) {
    char page[PAGE_SIZE];
    sqlite3_file *file = NULL;
    sqlite3_int64 size = 0;
    int rc = sqlite3_file_control(reader->db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (rc == SQLITE_OK)
        rc = file->pMethods->xFileSize(file, &size);
    if (rc != SQLITE_OK || size < PAGE_SIZE)
        return STORE_ERROR;
    sqlite3_int64 number = atomic_fetch_add(&reader->store->pages_checked, 1) % (size / PAGE_SIZE);
    rc = file->pMethods->xRead(file, page, PAGE_SIZE, number * PAGE_SIZE);
    return rc == SQLITE_OK ? STORE_OK : STORE_ERROR;
}

enum store_result store_check_file(struct store_reader *reader) {
    struct store *store = reader->store;
    struct stat file;
    enum store_result result;
    if (stat(store->path, &file) != 0)
        result = errno == ENOENT || errno == ENOTDIR ? STORE_NONE : STORE_ERROR;
    else if (file.st_dev != store->device || file.st_ino != store->inode)
        result = STORE_NONE;
    else
        result = read_some_page(reader);
    /* Anybody may ask, so it is told once. */
    if (atomic_exchange(&store->file_result, (int)result) == (int)result)
        return result;
    if (result == STORE_OK)
        db_log(store, STORE_LOG_INFO, "%s: is in its place and can be read", store->path);
    else
        db_log(store, STORE_LOG_ERROR, "%s: %s", store->path,
               result == STORE_NONE
                   ? "the file is gone from its place, or is another one; stop the "
                     "server before it is put back, or start on a backup"
                   : "the file cannot be read");
    return result;
}

static void close_own_reader(void *reader) {
    store_reader_close(reader);
}

struct store_reader *store_reader_get(struct store *store) {
    struct store_reader *reader = pthread_getspecific(store->own_reader);
    if (reader != NULL)
        return reader;
    if (store_reader_open(&reader, store) != STORE_OK)
        return NULL;
    if (pthread_setspecific(store->own_reader, reader) != 0) {
        store_reader_close(reader);
        return NULL;
    }
    return reader;
}

void store_set_companion(struct store *store, void *companion) {
    store->companion = companion;
}

void *store_companion(const struct store_reader *reader) {
    return reader->store->companion;
}

STATEMENT(begin_read, "BEGIN");
STATEMENT(commit, "COMMIT");

enum store_result store_read_begin(struct store_reader *reader) {
    if (reader->writing)
        return STORE_OK; /* a transaction sees one moment anyway */
    assert(!reader->in_read);
    enum store_result result = db_run(reader, &begin_read);
    reader->in_read = result == STORE_OK;
    return result;
}

void store_read_end(struct store_reader *reader) {
    if (!reader->in_read)
        return;
    reader->in_read = false;
    /* An error can have ended the transaction already. */
    reader->left_open = !sqlite3_get_autocommit(reader->db) && db_run(reader, &commit) != STORE_OK;
}

void db_end_left_open(struct store_reader *reader) {
    if (reader->left_open && !sqlite3_get_autocommit(reader->db))
        reader->left_open = sqlite3_exec(reader->db, "ROLLBACK", NULL, NULL, NULL) != SQLITE_OK;
}

/* ------------------------------------------------------------------ opening and closing -- */

enum store_result db_prepare_store(struct store **store, const struct store_options *options) {
    struct store *made = calloc(1, sizeof *made);
    *store = NULL;
    if (made == NULL)
        return STORE_ERROR;
    made->log = options->log;
    made->log_context = options->log_context;
    made->read_only = options->read_only;
    made->rehearse = options->rehearse;
    made->lock_fd = -1;
    made->checkpoint_due = CHECKPOINT_PAGES;
    made->path = strdup(options->path);
    pthread_condattr_t monotonic;
    bool sound = made->path != NULL && pthread_condattr_init(&monotonic) == 0;
    if (!sound) {
        free(made->path);
        free(made);
        return STORE_ERROR;
    }
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&made->wake, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_mutex_init(&made->lock, NULL);
    pthread_mutex_init(&made->readers_lock, NULL);
    pthread_mutex_init(&made->told_lock, NULL);
    *store = made;
    return STORE_OK;
}

void db_discard(struct store *store) {
    if (store == NULL)
        return;
    if (store->own_reader_made)
        pthread_key_delete(store->own_reader);
    for (struct store_reader *reader = store->readers, *next; reader != NULL; reader = next) {
        next = reader->next;
        db_disconnect(reader);
        free(reader);
    }
    db_disconnect(&store->tx.reader);
    if (store->lock_fd >= 0)
        close(store->lock_fd);
    pthread_mutex_destroy(&store->lock);
    pthread_mutex_destroy(&store->readers_lock);
    pthread_mutex_destroy(&store->told_lock);
    pthread_cond_destroy(&store->wake);
    free(store->path);
    free(store);
}

/* The lock's name goes by the file that a symbolic link leads to, as SQLite's companions do. NULL where
 * there is no such file, or no memory. */
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
    char *name = name_lock(store->path);
    enum store_result result = STORE_OK;
    if (name == NULL) {
        db_log(store, STORE_LOG_ERROR, "cannot find the database %s: %s", store->path,
               strerror(errno));
        return STORE_ERROR;
    }
    store->lock_fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (store->lock_fd < 0) {
        result = db_file_result(errno);
        db_log(store, STORE_LOG_ERROR, "cannot make %s: %s; may this user write to the folder?",
               name, strerror(errno));
    } else if (flock(store->lock_fd, LOCK_EX | LOCK_NB) != 0) {
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
    struct stat file;
    if (stat(store->path, &file) != 0) {
        db_log(store, STORE_LOG_ERROR, "cannot look at the database %s: %s", store->path,
               strerror(errno));
        return STORE_ERROR;
    }
    store->device = file.st_dev;
    store->inode = file.st_ino;
    *names = file.st_nlink;
    return STORE_OK;
}

/* A file's lock and its write-ahead log go by its name: a server that knows it by another one would see
 * neither. */
static enum store_result check_names(struct store *store) {
    nlink_t names = 1;
    enum store_result result = note_file(store, &names);
    if (result != STORE_OK || names == 1)
        return result;
    db_log(store, STORE_LOG_ERROR,
           "the database %s has %ju names (hard links), by each of which a server could spoil it; "
           "keep the one that it is served by and remove the others (find -samefile lists them)",
           store->path, (uintmax_t)names);
    return STORE_ERROR;
}

/* Makes the file, so that it is nobody else's to read from its first moment on; SQLite gives its
 * companions the same mode. */
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

/* SQLite opens for reading what it cannot open for writing, and says so only later. */
static enum store_result check_writable(struct store *store) {
    if (sqlite3_db_readonly(store->tx.reader.db, "main") == 0)
        return STORE_OK;
    db_log(store, STORE_LOG_ERROR,
           "the database %s can only be read; may this user write to the file?", store->path);
    return STORE_ERROR;
}

/* The writer's connection on an up-to-date database. */
static enum store_result open_writer(struct store *store) {
    struct store_reader *reader = &store->tx.reader;
    enum store_result result = make_file(store);
    if (result == STORE_OK)
        result = take_lock(store);
    if (result == STORE_OK)
        result = check_names(store);
    if (result == STORE_OK)
        result = db_connect(reader, store, store->path, SQLITE_OPEN_READWRITE);
    if (result == STORE_OK)
        result = check_writable(store);
    if (result == STORE_OK)
        result = migrate_check(reader, true, false, &store->metrics.migration);
    return result;
}

static enum store_result open_reader_only(struct store *store) {
    struct store_reader *reader;
    nlink_t names;
    enum store_result result = store_reader_open(&reader, store);
    if (result == STORE_OK)
        result = note_file(store, &names);
    if (result == STORE_OK)
        result = migrate_check(reader, false, false, &store->metrics.migration);
    return result;
}

enum store_result store_open(struct store **store, const struct store_options *options) {
    enum store_result result = db_prepare_store(store, options);
    if (result != STORE_OK)
        return result;
    struct store *made = *store;
    result = made->read_only ? open_reader_only(made) : open_writer(made);
    if (result == STORE_OK && pthread_key_create(&made->own_reader, close_own_reader) != 0)
        result = STORE_ERROR;
    made->own_reader_made = result == STORE_OK;
    if (result == STORE_OK && !made->read_only)
        result = writer_start(made);
    if (result != STORE_OK) {
        db_discard(made);
        *store = NULL;
    }
    return result;
}

enum store_result store_migrate(const struct store_options *options) {
    struct store *store;
    enum store_result result = db_prepare_store(&store, options);
    if (result == STORE_OK)
        result = open_writer(store);
    db_discard(store);
    return result;
}

void store_close(struct store *store) {
    if (store == NULL)
        return;
    store_stop(store);
    if (!store->read_only) {
        db_exec(&store->tx.reader, "PRAGMA analysis_limit = 400; PRAGMA optimize;",
                "optimising before closing");
    }
    /* Closing the writer's connection, the last one, checkpoints and removes the log. */
    db_discard(store);
}

void store_metrics(struct store *store, struct store_metrics *metrics) {
    pthread_mutex_lock(&store->lock);
    *metrics = store->metrics;
    metrics->queued = store->queued;
    pthread_mutex_unlock(&store->lock);
}
