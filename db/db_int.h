/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_DB_INT_H
#define DB_DB_INT_H

/* What the files of db/ share among themselves. */

#include "db/store.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>

enum {
    APPLICATION_ID = 0x48585054,   /* "HXPT", at byte 68 of every database of ours */
    PAGE_SIZE = 4096,              /* bytes */
    BUSY_TIMEOUT_MS = 5000,        /* patience with somebody else's lock */
    CHECKPOINT_PAGES = 1000,       /* pages in the write-ahead log that make a checkpoint due */
    TRUNCATE_PAGES = 16384,        /* 64 MiB: from there on the log is cut off when possible */
    TRUNCATE_TIMEOUT_MS = 50,      /* how long cutting it off may wait for readers */
    OPTIMIZE_EVERY_S = 4 * 60 * 60 /* between two looks at the query planner's figures */
};

/*
 * A statement that is kept prepared. Its text stands beside the code that binds it:
 *
 *     STATEMENT(find, "SELECT id FROM games WHERE public_id = ?");
 *
 * The linker lays all of them side by side, and the place of one among them is its slot in each
 * connection: no list has to be kept, and nothing is registered while the program runs.
 */
struct statement {
    const char *sql;
};
#define STATEMENT(name, ...)                                                                       \
    static const struct statement name                                                             \
        __attribute__((section("statements"), aligned(sizeof(void *)))) = {__VA_ARGS__}

/* The first one and the end, as the linker has them. */
extern const struct statement __start_statements[], __stop_statements[];

/* Who is told each event while a log is read. */
struct event_sink {
    bool (*row)(void *context, const struct store_event *event);
    void *context;
    uint32_t last; /* seq of the event told last */
    bool stopped;  /* row said false */
    bool damaged;  /* a row was no event */
};

/* A connection and its prepared statements. */
struct store_reader {
    struct store *store;
    sqlite3 *db;
    sqlite3_stmt **statements; /* one for each slot; NULL: not prepared yet */
    bool writing;              /* the writer's connection: always inside a transaction */
    bool in_read;              /* between store_read_begin and store_read_end */
    bool own;                  /* a thread's own: closed when the thread ends */
    enum store_result failure; /* the last thing worse than a conflict; kept for the writer */
    struct event_sink *sink;   /* while a log is being read */
    struct store_reader *next, *prev; /* the store's list of readers */
};

struct store_tx {
    struct store_reader reader;
};

struct store {
    char *path;
    void (*log)(void *log_context, enum store_log_level level, const char *message);
    void *log_context;
    bool read_only;
    int lock_fd; /* holds PATH.lock while the store may write; -1: not held */

    pthread_mutex_t readers_lock;
    struct store_reader *readers;
    pthread_key_t own_reader;
    bool own_reader_made;

    struct store_tx tx; /* the writer's; after the start only its thread touches it */
    pthread_t writer;
    bool writer_runs;
    int wal_pages;        /* in the write-ahead log after the last commit; writer's thread only */
    bool posted;          /* the transaction going on wrote to the outbox; writer's thread only */
    int checkpoint_due;   /* the number of pages that makes the next checkpoint due */
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t wake;
    struct store_job *head, *tail;
    size_t queued;
    bool stopping;
    struct store_figures figures;
    pthread_mutex_t told_lock;        /* guards what follows, and is held while it is called */
    void (*told)(void *told_context); /* who hears of what was put into the outbox; NULL: nobody */
    void *told_context;
};

/* ------------------------------------------------------------------------ db.c: the basics -- */

/* Tells the operator. */
void db_log(const struct store *store, enum store_log_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* What SQLite's answer means to our callers; also remembers and logs what is worse than a
 * conflict. `doing` says what was being done: "reading an account". */
enum store_result db_result(struct store_reader *reader, int rc, const char *doing);

/* Opens a connection with all safeguards on. flags: SQLite's. */
enum store_result db_connect(struct store_reader *reader, struct store *store, const char *path,
                             int flags);
/* Finalises the statements and closes; NULL-safe in the connection. */
void db_disconnect(struct store_reader *reader);

/* Runs SQL text without parameters. */
enum store_result db_exec(struct store_reader *reader, const char *sql, const char *doing);
/* Runs a kept statement without parameters. */
enum store_result db_run(struct store_reader *reader, const struct statement *statement);
/* The one integer that sql gives; 0 where it gives no row. */
enum store_result db_number(struct store_reader *reader, const char *sql, int64_t *number);

/* Fills a store's plain members (path, log); what db_discard gives back. */
enum store_result db_prepare_store(struct store **store, const struct store_options *options);
void db_discard(struct store *store);

/* --------------------------------------------------------------------- query.c: statements -- */

/*
 * One use of a kept statement: open, put the parameters in their order, then either run, or row
 * by row get the columns in their order; close. The first thing that fails makes all further calls
 * do nothing; close returns it.
 */
struct query {
    struct store_reader *reader;
    sqlite3_stmt *stmt;
    int at;                   /* the next parameter or column */
    enum store_result result; /* STORE_OK so far */
};

void query_open(struct query *query, struct store_reader *reader,
                const struct statement *statement);
void put_int(struct query *query, int64_t value);
void put_id(struct query *query, int64_t value);       /* 0: null */
void put_seat(struct query *query, int value);         /* -1: null */
void put_text(struct query *query, const char *value); /* "": null; must outlive the query */
void put_long_text(struct query *query, struct store_bytes value); /* NULL data: null */
void put_blob(struct query *query, const void *data, size_t len);  /* NULL data: null */
void put_bytes(struct query *query, struct store_bytes value);     /* an empty one is no null */
/* Steps; true: there is a row, whose columns may be got. */
bool query_row(struct query *query);
int64_t get_int(struct query *query);
int get_seat(struct query *query);                                 /* null: -1 */
void get_text(struct query *query, char *buffer, size_t size);     /* null: "" */
void get_hash(struct query *query, uint8_t hash[STORE_HASH_SIZE]); /* null: zeros */
struct store_bytes get_bytes(struct query *query); /* borrowed until the next step */
enum store_result query_close(struct query *query);
/* Steps to the end and closes. *changes (may be NULL): the rows changed. */
enum store_result query_run(struct query *query, int *changes);
/* All of a use at once, where the parameters are numbers; *changed (may be NULL): the rows changed. */
enum store_result query_numbers(struct store_tx *tx, const struct statement *statement,
                                const int64_t numbers[], size_t count, unsigned *changed);
#define QUERY_NUMBERS(tx, statement, changed, ...)                                                 \
    query_numbers((tx), (statement), (const int64_t[]){__VA_ARGS__},                               \
                  sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t), (changed))
/* Like query_run, but STORE_OK needs a changed row; otherwise `unchanged`. */
enum store_result query_change(struct query *query, enum store_result unchanged);

/* Copies parts into one block (*memory, malloc) and points them there. */
enum store_result bytes_own(struct store_bytes *const parts[], size_t count, void **memory);

/* --------------------------------------------------------------- other files, one thing each -- */

/* migrate.c: is this database ours, and of our time? writable: also bring it up to date.
 * older_is_fine: a database that still needs migrations may be read. */
enum store_result migrate_check(struct store_reader *reader, bool writable, bool older_is_fine,
                                int *number);
/* writer.c */
enum store_result writer_start(struct store *store);
/* events.c: the function that is told each row. */
int events_register(struct store_reader *reader);

#endif
