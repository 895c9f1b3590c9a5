/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_STORE_H
#define DB_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The store: opening, reading and writing it, and what all of it shares. Each subject of stored data has a header
 * of its own (games.h, events.h, accounts.h, …).
 *
 * Reading: every thread has a reader of its own (store_reader_get). Writing: a job is queued with
 * store_submit; a writer's thread runs it in a transaction (SQLite: one writer, with all queued jobs in one
 * transaction; PostgreSQL: several writers, with one job each) and calls its done() once the commit is on disk.
 *
 * Conventions. Times are Unix milliseconds; 0 stands for "none". Internal ids are positive; 0
 * stands for "none". An empty string stands for a missing text. A seat of -1 stands for "nobody".
 * Public ids and texts come from the caller and are not checked here beyond their length.
 */

/* Limits, in bytes; sizes of text include the closing NUL. */
enum {
    STORE_ID_SIZE = 33,                        /* public ids */
    STORE_NAME_SIZE = 129,                     /* names of accounts and tokens */
    STORE_NAME_KEY_SIZE = 3 * STORE_NAME_SIZE, /* folding makes at most three letters of one */
    STORE_EMAIL_SIZE = 255,                    /* e-mail addresses */
    STORE_SCOPES_SIZE = 257,                   /* a token's scopes, space-separated */
    STORE_TITLE_SIZE = 257,                    /* names of games */
    STORE_BOT_SIZE = 33,                       /* names of bots */
    STORE_KEY_SIZE = 256,                      /* idempotency keys */
    STORE_ROUTE_SIZE = 257,                    /* method and path of a stored response */
    STORE_HASH_SIZE = 32,                      /* hashes, seeds and commitments */
    STORE_CLIENT_SEED_MAX = 64,
    STORE_SEATS_MAX = 6,
    STORE_LIST_MAX = 200,          /* games in one page of a list */
    STORE_BLOB_MAX = 4 << 20,      /* set-up, options, position, a stored body */
    STORE_EVENT_MAX = 4088,        /* an event's body */
    STORE_SEQ_MAX = (1 << 20) - 1, /* events in one game */
    STORE_QUEUE_MAX = 4096,        /* jobs waiting for the writer */
    STORE_BATCH_MAX = 256,         /* jobs in one transaction */
};

enum store_result {
    STORE_OK,
    STORE_NONE,     /* no such row, or what a new one belongs to is gone */
    STORE_CONFLICT, /* taken, already done, or seq is not the next one */
    STORE_FULL,     /* the disk is full; nothing was changed */
    STORE_BUSY,     /* the queue is full, the store is stopping, or another server has the file */
    STORE_UNAVAILABLE, /* the database server cannot be reached or queried now; nothing was
                        * changed */
    STORE_MEMORY,      /* out of memory; nothing was changed */
    STORE_NEWER,       /* the database was made by a newer version of the program */
    STORE_CORRUPT,     /* the file is damaged or is not ours */
    STORE_UNSETTLED,   /* the disk failed during the commit, which may turn out to have succeeded */
    STORE_DAMAGED,     /* a stored game is damaged (checksum mismatch) */
    STORE_ERROR        /* any other failure; the log says what */
};

/* "ok", "none", ... for logs and metrics. */
const char *store_result_name(enum store_result result);

enum store_log_level { STORE_LOG_INFO, STORE_LOG_WARNING, STORE_LOG_ERROR };

struct store;
struct store_reader;
struct store_tx;

/* Borrowed bytes. data may be NULL where len is 0. */
struct store_bytes {
    const void *data;
    size_t len;
};

/* ------------------------------------------------------------------ opening and closing -- */

struct store_options {
    /* The database's file, created with mode 0600 if it does not exist; or the address of a PostgreSQL
     * database, postgresql://user@host/name, without a password: that comes from PGPASSWORD or a file. */
    const char *path;
    bool read_only; /* readers only: no writer, no migration; the database must exist */
    /* For tests: each job is run twice and its first run undone, which run() must allow. */
    bool rehearse;
    /* Receives messages for the operator: whole sentences, never a secret. Called from any thread;
     * NULL for silence. When store_open fails, the reason has been logged at STORE_LOG_ERROR. */
    void (*log)(void *log_context, enum store_log_level level, const char *message);
    void *log_context;
};

/*
 * Opens the store, brings the database up to date and starts the writer. One process at a time may have
 * a file open for writing, under whatever path: STORE_BUSY for a second one; a PostgreSQL database may
 * be served by several. STORE_NEWER and STORE_CORRUPT leave it as it was; a file with several hard
 * links is refused. STORE_UNAVAILABLE: its server cannot be reached. On success the caller owns *store
 * and closes it with store_close.
 */
enum store_result store_open(struct store **store, const struct store_options *options);

/* Only brings the database up to date. */
enum store_result store_migrate(const struct store_options *options);

/* Accepts no further jobs (store_submit returns STORE_BUSY), finishes those queued, and returns
 * when their done() have been called. Readers keep working. Not required before store_close. */
void store_stop(struct store *store);

/* Stops, optimises, checkpoints, closes every reader and frees the store. No other thread may be
 * using a reader. NULL is fine. */
void store_close(struct store *store);

/* For health and metrics; never blocks on the disk. */
struct store_metrics {
    uint64_t jobs;                 /* jobs done since the start */
    uint64_t batches;              /* transactions they took */
    uint64_t failed_batches;       /* of which this many could not be committed */
    size_t queued;                 /* jobs waiting now */
    uint64_t round_trips;          /* to PostgreSQL, since the start */
    uint64_t statements;           /* statements sent in them */
    int64_t wal_bytes;             /* of SQLite's write-ahead log after the last commit, else 0 */
    enum store_result last_commit; /* how the last transaction ended */
    int migration;                 /* the number of the last migration applied */
    bool page_checksums;           /* the database detects damaged pages */
    uint64_t damaged;              /* reads that met damage */
};
void store_metrics(struct store *store, struct store_metrics *metrics);

/* -------------------------------------------------------------------------------- writing -- */

/*
 * What a job changes, so that jobs with other keys can run beside it (PostgreSQL; SQLite has one writer):
 * a game's internal id, or one of these. No two jobs with the same key run at the same time, in any
 * process, and none beside one with STORE_KEY_ALL. Jobs with the same key that one process submits run in
 * their order. Whatever else a job reads may change between two of its statements, so a job whose
 * decisions depend on more than its key takes STORE_KEY_ALL.
 */
enum { STORE_KEY_ALL = 0 };
/* What belongs to an account and to no game; what is sent to a target. */
#define STORE_KEY_ACCOUNT(id) (-(int64_t)(id))
#define STORE_KEY_TARGET(channel, target)                                                          \
    (-(int64_t)(((uint64_t)(channel) + 1) << 48 | ((uint64_t)(target)&UINT64_C(0xffffffffffff))))

/*
 * A job that writes, embedded in a struct of the caller's, who owns it and must keep it until
 * done() has been called.
 *
 * run() is called on a writer's thread, inside a transaction which it may share with other jobs. It
 * writes through tx; any result but STORE_OK undoes all it has written. It must not block. It may be
 * called again after its writes have been undone, so it starts afresh each time and changes nothing
 * but the job's own struct. done() is called once, on the same thread, after the commit is durable,
 * with run()'s result, or with the failure of the commit: then nothing was changed, except that with
 * STORE_UNSETTLED a restart may show that it was. Until that is settled, nobody sees the change and
 * nothing else is written. done() may free the job. It should be short, such as a wake-up. NULL is
 * fine.
 */
struct store_job {
    enum store_result (*run)(struct store_tx *tx, struct store_job *job);
    void (*done)(struct store_job *job, enum store_result result);
    int64_t key; /* see above */
    /* If the fence is not 0, run() is called only while this process holds the share with that
     * fence (db/shares.h); else the job's result is STORE_CONFLICT. */
    int64_t fence;
    int share;
    struct store_job *next; /* used by the store while the job is queued */
};

/* Queues a job: STORE_OK, or STORE_BUSY at once (then neither run() nor done() is called). */
enum store_result store_submit(struct store *store, struct store_job *job);

/* Submits and waits until done() has been called; the job's result. Not from within a job. */
enum store_result store_call(struct store *store, struct store_job *job);

/*
 * Within a job: announces a topic to other processes, which see it after the commit (store_changes); in this
 * process the submitter of the job publishes it. The functions that write announce: events, seats and talk
 * their game; tokens and owners of seats the account; messages the outbox. A topic is a game's internal id or
 * one of these.
 */
enum { STORE_TOPIC_OUTBOX = 0 };
#define STORE_TOPIC_EVERYTHING  INT64_MIN
#define STORE_TOPIC_ACCOUNT(id) ((int64_t)((uint64_t)(id) | UINT64_C(1) << 63))
/* An account that has been deleted. */
#define STORE_TOPIC_GONE(id)       ((int64_t)((uint64_t)(id) | UINT64_C(1) << 62))
#define STORE_TOPIC_IS_GONE(topic) ((topic) > 0 && ((uint64_t)(topic)&UINT64_C(1) << 62) != 0)
/* Somebody has looked at something, identified by a hash of the service's
 * (service/account/presence.h). */
#define STORE_TOPIC_PRESENCE(hash)                                                                 \
    ((int64_t)(((uint64_t)(hash) & ((UINT64_C(1) << 61) - 1)) | UINT64_C(1) << 61))
#define STORE_TOPIC_IS_PRESENCE(topic) ((topic) > 0 && (uint64_t)(topic) >> 61 == 1)
#define STORE_TOPIC_ID(topic)          ((int64_t)((uint64_t)(topic) & ~(UINT64_C(3) << 62)))
void store_announce(struct store_tx *tx, int64_t topic);

/* The transaction as a reader that sees what the transaction has written so far. Borrowed. */
struct store_reader *store_tx_reader(struct store_tx *tx);

/* -------------------------------------------------------------------------------- reading -- */

/* A reader serves one thread at a time. Each call that reads sees one consistent snapshot; calls
 * between begin and end see the same one. Keep that short: never across a wait.
 *
 * The calling thread's own reader, opened at the first call, closed with the thread or the store.
 * NULL if it cannot be opened (the log says why). */
struct store_reader *store_reader_get(struct store *store);

/*
 * Whether the database is in its place and can be read. For a file: reads one page of it, bypassing
 * caches, another one each time. STORE_NONE: no file is there, or another one. STORE_UNAVAILABLE: the
 * database server does not answer.
 */
enum store_result store_check_file(struct store *store);

/* A pointer of the program's that can be got from any of the store's readers; NULL until set, which
 * must happen before other threads read. The caller keeps ownership. */
void store_set_companion(struct store *store, void *companion);
void *store_companion(const struct store_reader *reader);

enum store_result store_read_begin(struct store_reader *reader);
void store_read_end(struct store_reader *reader);

#endif
