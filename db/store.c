/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/backup.h"
#include "db/driver.h"
#include "db/guess_int.h"
#include "db/recall.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *store_result_name(enum store_result result) {
    static const char *const names[] = {
        [STORE_OK] = "ok",           [STORE_NONE] = "none",   [STORE_CONFLICT] = "conflict",
        [STORE_FULL] = "full",       [STORE_BUSY] = "busy",   [STORE_UNAVAILABLE] = "unavailable",
        [STORE_MEMORY] = "memory",   [STORE_NEWER] = "newer", [STORE_CORRUPT] = "corrupt",
        [STORE_DAMAGED] = "damaged", [STORE_ERROR] = "error", [STORE_UNSETTLED] = "unsettled",
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

enum store_result db_fail(struct store_reader *reader, enum store_result result, const char *cause,
                          const char *doing) {
    reader->failure = result;
    if (result == STORE_CORRUPT)
        atomic_fetch_add(&reader->store->damaged, 1);
    db_log(reader->store, STORE_LOG_ERROR, "%s: %s while: %.200s", reader->store->path, cause,
           doing);
    return result;
}

enum store_result db_exec(struct store_reader *reader, const char *sql, const char *doing) {
    return reader->driver->exec(reader, sql, doing);
}

enum store_result db_run(struct store_reader *reader, const struct statement *statement) {
    struct query *query = QUERY(reader, statement);
    while (query_row(query)) {
    }
    return query_close(query);
}

enum store_result db_number(struct store_reader *reader, const char *sql, int64_t *number) {
    struct query query;
    query_open_once(&query, reader, sql);
    return query_number(&query, number);
}

/* ------------------------------------------------------------------------ connections -- */

enum store_result db_connection(struct store_reader *reader, struct store *store) {
    *reader = (struct store_reader){.store = store, .driver = store->driver, .failure = STORE_OK};
    reader->statements = calloc(statement_count(), sizeof *reader->statements);
    return reader->statements == NULL ? STORE_MEMORY : STORE_OK;
}

void db_disconnect(struct store_reader *reader) {
    if (reader->driver == NULL)
        return;
    size_t count = statement_count();
    for (size_t i = 0; reader->statements != NULL && i < count; i++)
        if (reader->statements[i].stmt != NULL)
            reader->driver->drop(reader, reader->statements[i].stmt);
    free(reader->statements);
    free(reader->kept.data);
    reader->statements = NULL;
    reader->kept = (struct kept_log){.data = NULL};
    reader->driver->close(reader);
}

/* ---------------------------------------------------------------------------- readers -- */

static enum store_result store_reader_open(struct store_reader **reader, struct store *store) {
    *reader = NULL;
    struct store_reader *opened = calloc(1, sizeof *opened);
    if (opened == NULL)
        return STORE_MEMORY;
    enum store_result result = db_connection(opened, store);
    if (result == STORE_OK)
        result = store->driver->open_reader(opened);
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

enum store_result store_check_file(struct store *store) {
    enum store_result result = store->driver->check(store);
    /* Called often and by anybody, so each new result is logged once. */
    if (atomic_exchange(&store->checked, (int)result) != (int)result)
        store->driver->report_check(store, result);
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

enum store_result store_read_begin(struct store_reader *reader) {
    if (reader->writing)
        return STORE_OK; /* a transaction is one snapshot anyway */
    assert(!reader->in_read);
    db_end_left_open(reader);
    if (guess_take(reader)) {
        reader->in_read = true;
        return STORE_OK;
    }
    enum store_result result = reader->driver->begin_read(reader);
    reader->in_read = result == STORE_OK;
    if (reader->in_read)
        db_ask_ahead(reader);
    return result;
}

void store_read_end(struct store_reader *reader) {
    if (!reader->in_read)
        return;
    reader->in_read = false;
    if (reader->holds)
        (void)query_close(&reader->held);
    else if (!guess_drop(reader))
        reader->left_open = !reader->driver->end_read(reader);
    reader->holds = false;
}

void db_end_left_open(struct store_reader *reader) {
    if (reader->left_open && reader->driver->in_transaction(reader))
        reader->left_open = !reader->driver->roll_back(reader);
}

/* ------------------------------------------------------------------ opening and closing -- */

/* The driver for the path of a store's options. */
static const struct driver *driver_of(const char *path) {
    bool address = strncmp(path, "postgresql://", 13) == 0 || strncmp(path, "postgres://", 11) == 0;
    return address ? &postgresql_driver : &sqlite_driver;
}

enum store_result db_prepare_store(struct store **store, const struct store_options *options) {
    struct store *made = calloc(1, sizeof *made);
    *store = NULL;
    if (made == NULL)
        return STORE_MEMORY;
    made->log = options->log;
    made->log_context = options->log_context;
    made->read_only = options->read_only;
    made->rehearse = options->rehearse;
    made->driver = driver_of(options->path);
    if (made->driver->ahead) /* without memory for it, every game is asked for by itself */
        made->guesses = guesses_new();
    if (made->driver->wrote_last != NULL && !made->read_only)
        made->recall = recall_new();
    pthread_condattr_t monotonic;
    enum store_result result = made->driver->begin(made, options->path);
    if (result == STORE_OK && pthread_condattr_init(&monotonic) != 0)
        result = STORE_ERROR;
    if (result != STORE_OK) {
        made->driver->end(made);
        guesses_free(made->guesses);
        recall_free(made->recall);
        free(made->path);
        free(made);
        return result;
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
    for (unsigned i = 0; i < WRITERS_MAX; i++)
        db_disconnect(&store->writers[i].reader);
    store->driver->end(store);
    pthread_mutex_destroy(&store->lock);
    pthread_mutex_destroy(&store->readers_lock);
    pthread_mutex_destroy(&store->told_lock);
    pthread_cond_destroy(&store->wake);
    guesses_free(store->guesses);
    recall_free(store->recall);
    free(store->path);
    free(store);
}

/* Opens the writers' connections on an up-to-date database. */
static enum store_result open_writer(struct store *store) {
    enum store_result result = STORE_OK;
    for (unsigned i = 0; i < store->driver->writers && result == STORE_OK; i++)
        result = db_connection(&store->writers[i].reader, store);
    return result == STORE_OK ? store->driver->open_writer(store) : result;
}

static enum store_result open_reader_only(struct store *store) {
    struct store_reader *reader;
    enum store_result result = store_reader_open(&reader, store);
    return result == STORE_OK ? store->driver->note_opened(reader) : result;
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
    if (!store->read_only)
        store->driver->tidy(store, "optimising before closing");
    /* SQLite: closing the writer's connection, the last one, checkpoints and removes the log. */
    db_discard(store);
}

void store_metrics(struct store *store, struct store_metrics *metrics) {
    pthread_mutex_lock(&store->lock);
    *metrics = store->metrics;
    metrics->queued = store->queued;
    pthread_mutex_unlock(&store->lock);
    metrics->round_trips = atomic_load(&store->round_trips);
    metrics->statements = atomic_load(&store->statements);
    metrics->damaged = atomic_load(&store->damaged);
}

enum store_result store_backup(const struct store_options *options, const char *target,
                               bool (*progress)(void *context, int done, int total),
                               void *context) {
    return driver_of(options->path)->backup(options, target, progress, context);
}
