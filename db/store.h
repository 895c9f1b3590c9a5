/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_STORE_H
#define DB_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The store: accounts, tokens, games, seats, the event logs, remembered answers.
 *
 * Reading: every thread has a reader of its own (store_reader_get). Writing: a job is queued with
 * store_submit; one writer thread runs what has queued up in one transaction and calls each job's
 * done() once the commit is on disk.
 *
 * Conventions. Times are Unix milliseconds; 0 stands for "none". Internal ids are positive; 0
 * stands for "none". An empty string stands for a missing text. A seat of -1 stands for "nobody".
 * Public ids and texts come from the caller and are not judged here beyond their length.
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
    STORE_ROUTE_SIZE = 257,                    /* method and path of a remembered answer */
    STORE_HASH_SIZE = 32,                      /* hashes, seeds and commitments */
    STORE_CLIENT_SEED_MAX = 64,
    STORE_SEATS_MAX = 6,
    STORE_LIST_MAX = 200,          /* games in one page of a list */
    STORE_BLOB_MAX = 4 << 20,      /* set-up, options, position, a remembered body */
    STORE_EVENT_MAX = 4096,        /* an event's body */
    STORE_SEQ_MAX = (1 << 20) - 1, /* events in one game */
    STORE_QUEUE_MAX = 4096,        /* jobs waiting for the writer */
    STORE_BATCH_MAX = 256,         /* jobs in one transaction */
};

enum store_result {
    STORE_OK,
    STORE_NONE,     /* no such row */
    STORE_CONFLICT, /* the world has moved on: taken, already done, or seq is not the next one */
    STORE_FULL,     /* the disk is full; nothing was changed */
    STORE_BUSY,     /* the queue is full, the store is stopping, or another server has the file */
    STORE_NEWER,    /* the database was made by a newer version of the program */
    STORE_CORRUPT,  /* the file is damaged or is not ours */
    STORE_ERROR     /* anything else the disk or the memory can do; the log says what */
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
    const char *path; /* the database's file; made with mode 0600 where it does not exist */
    bool read_only;   /* readers only: no writer, no migration; the file must exist */
    /* For tests: each job is run twice, the first time in vain, as run() has to bear. */
    bool rehearse;
    /* Told what an operator should know: whole sentences, never a secret. Called from any thread;
     * NULL for silence. When store_open fails, the reason has been told at STORE_LOG_ERROR. */
    void (*log)(void *log_context, enum store_log_level level, const char *message);
    void *log_context;
};

/*
 * Opens the store, brings the database up to date and starts the writer. One process at a time may
 * hold a file open for writing: STORE_BUSY for a second one. STORE_NEWER and STORE_CORRUPT leave
 * the file as it was. On success *store is the caller's, to be given to store_close.
 */
enum store_result store_open(struct store **store, const struct store_options *options);

/* Only brings the database up to date. */
enum store_result store_migrate(const struct store_options *options);

/* Takes no further jobs (store_submit says STORE_BUSY), finishes those queued, and returns when
 * their done() have been called. Readers go on working. Needs no call before store_close. */
void store_stop(struct store *store);

/* Stops, optimises, checkpoints, closes every reader and frees the store. No other thread may be
 * using a reader. NULL is fine. */
void store_close(struct store *store);

/* Figures for health and metrics; never blocks on the disk. */
struct store_figures {
    uint64_t jobs;                 /* jobs answered since the start */
    uint64_t batches;              /* transactions those took */
    uint64_t failed_batches;       /* of which this many could not be committed */
    size_t queued;                 /* jobs waiting now */
    int64_t wal_bytes;             /* length of the write-ahead log after the last commit */
    enum store_result last_commit; /* how the last transaction ended */
    int migration;                 /* the number of the last migration applied */
};
void store_figures(struct store *store, struct store_figures *figures);

/* -------------------------------------------------------------------------------- writing -- */

/*
 * A piece of writing, embedded in a struct of the caller's, who owns it and must keep it until
 * done() has been called.
 *
 * run() is called on the writer's thread, inside a transaction which it may share with other jobs. It
 * writes through tx; what it returns other than STORE_OK undoes all it has written. It must not block.
 * It may be called again, after what it wrote has been undone: it begins anew each time, and changes
 * nothing else but the job's own struct.
 * done() is called once, on the writer's thread, after the commit is durable, with run()'s result,
 * or with the failure of the commit. The job may be freed from within it. It should be short: a
 * wake-up. NULL is fine.
 */
struct store_job {
    enum store_result (*run)(struct store_tx *tx, struct store_job *job);
    void (*done)(struct store_job *job, enum store_result result);
    struct store_job *next; /* the store's own while the job is queued */
};

/* Queues a job: STORE_OK, or STORE_BUSY at once (then neither run nor done is called). */
enum store_result store_submit(struct store *store, struct store_job *job);

/* Submits and waits until done() has been called; the job's result. Not from within a job. */
enum store_result store_call(struct store *store, struct store_job *job);

/* The transaction as a reader that sees what the transaction has written so far. Borrowed. */
struct store_reader *store_tx_reader(struct store_tx *tx);

/* -------------------------------------------------------------------------------- reading -- */

/* A reader serves one thread at a time. Each call that reads sees one consistent moment; put calls
 * between begin and end to have several see the same one. Keep that short: never across a wait. */
enum store_result store_reader_open(struct store_reader **reader, struct store *store);
void store_reader_close(struct store_reader *reader);

/* The calling thread's own reader, opened at the first call, closed with the thread or the store.
 * NULL where it cannot be opened (the log says why). */
struct store_reader *store_reader_get(struct store *store);

enum store_result store_read_begin(struct store_reader *reader);
void store_read_end(struct store_reader *reader);

/* ------------------------------------------------------------------------------- accounts -- */

struct store_account {
    int64_t id;
    char public_id[STORE_ID_SIZE];
    char name[STORE_NAME_SIZE];         /* "" once deleted */
    char name_key[STORE_NAME_KEY_SIZE]; /* the name in the form that is unique; for creating */
    char email[STORE_EMAIL_SIZE];
    int64_t created_at;
    int64_t deleted_at;
};

/* Fills account->id. STORE_CONFLICT: the name, its key or the public id is taken. */
enum store_result store_account_create(struct store_tx *tx, struct store_account *account);
enum store_result store_account_get(struct store_reader *reader, int64_t id,
                                    struct store_account *account);
enum store_result store_account_by_public_id(struct store_reader *reader, const char *public_id,
                                             struct store_account *account);
/* The account whose name has this KEY. */
enum store_result store_account_by_name(struct store_reader *reader, const char *key,
                                        struct store_account *account);
/* An account that has a name and no key yet, with its name; STORE_NONE: there is none. */
enum store_result store_account_without_key(struct store_reader *reader,
                                            struct store_account *account);
enum store_result store_account_set_name_key(struct store_tx *tx, int64_t id, const char *key);
/* Forgets name and address and revokes all tokens; games and logs stay. STORE_NONE: no such
 * account, or already deleted. */
enum store_result store_account_delete(struct store_tx *tx, int64_t id, int64_t now);

/* Figures of one account's `play` games; those count that are listed for the viewer. */
struct store_account_stats {
    int64_t active;
    int64_t finished;
    int64_t won;
    int64_t resigned; /* of any status; a resigned game is never won */
};
enum store_result store_account_stats(struct store_reader *reader, int64_t account, int64_t viewer,
                                      struct store_account_stats *stats);

/* --------------------------------------------------------------------------------- tokens -- */

struct store_token {
    int64_t id;
    char public_id[STORE_ID_SIZE];
    int64_t account;
    char name[STORE_NAME_SIZE];
    uint8_t hash[STORE_HASH_SIZE];
    char scopes[STORE_SCOPES_SIZE];
    int64_t created_at;
    int64_t expires_at;
    int64_t last_used_at;
    int64_t revoked_at;
};

/* Fills token->id. STORE_CONFLICT: hash or public id are there already. */
enum store_result store_token_create(struct store_tx *tx, struct store_token *token);
/* Calls row for each token of the account that is not revoked, oldest first, until it says false. */
enum store_result store_token_list(struct store_reader *reader, int64_t account,
                                   bool (*row)(void *context, const struct store_token *token),
                                   void *context);
/* STORE_NONE: the account has no such token, or it is revoked already. */
enum store_result store_token_revoke(struct store_tx *tx, int64_t account, const char *public_id,
                                     int64_t now);
/* Finds a token, also a revoked or expired one (the caller judges), and its account. */
enum store_result store_token_find(struct store_reader *reader, const uint8_t hash[STORE_HASH_SIZE],
                                   struct store_token *token, struct store_account *account);
/* Notes a use; callers do so at most once an hour a token. */
enum store_result store_token_used(struct store_tx *tx, int64_t id, int64_t now);

/* ------------------------------------------------------------------------ games and seats -- */

enum store_game_mode { STORE_MODE_PLAY, STORE_MODE_TABLE };
enum store_game_status {
    STORE_GAME_OPEN,
    STORE_GAME_ACTIVE,
    STORE_GAME_FINISHED,
    STORE_GAME_ABANDONED,
    STORE_GAME_STATUSES
};
enum store_visibility {
    STORE_PUBLIC,
    STORE_PRIVATE,
    STORE_UNLISTED /* whoever knows its address may see it, but no list names it to them */
};
enum store_seat_kind { STORE_SEAT_OPEN, STORE_SEAT_HUMAN, STORE_SEAT_BOT, STORE_SEAT_INVITED };

struct store_seat {
    enum store_seat_kind kind;
    int64_t account;                       /* whose seat it is or, once resigned, was */
    char account_public_id[STORE_ID_SIZE]; /* read only: filled from the account */
    char account_name[STORE_NAME_SIZE];    /* read only: "" for a deleted account */
    char bot[STORE_BOT_SIZE];              /* which bot plays it */
    char invite[STORE_EMAIL_SIZE];         /* who was invited */
    bool has_client_commitment;
    uint8_t client_commitment[STORE_HASH_SIZE];
    size_t client_seed_len; /* 0: none given yet */
    uint8_t client_seed[STORE_CLIENT_SEED_MAX];
    int64_t resigned_at;
};

struct store_game {
    int64_t id; /* rises with the order of creation, never used again */
    char public_id[STORE_ID_SIZE];
    char name[STORE_TITLE_SIZE];
    enum store_game_mode mode;
    enum store_visibility visibility;
    enum store_game_status status;
    int64_t creator;             /* account */
    struct store_bytes setup;    /* rules and board as the engine encodes them */
    struct store_bytes options;  /* what was asked for, JSON text */
    struct store_bytes position; /* the position it begins from */
    uint8_t server_seed[STORE_HASH_SIZE];
    uint8_t commitment[STORE_HASH_SIZE];
    int64_t rematch_of; /* game */
    int64_t created_at;
    int64_t started_at;
    int64_t finished_at;
    int winner;                /* seat */
    struct store_bytes points; /* the final points, bytes to the store */
    uint32_t last_seq;         /* read only: the last event's seq, 0 where there is none */
    int seat_count;
    struct store_seat seats[STORE_SEATS_MAX];
    void *memory; /* read only: what the bytes above point into */
};

/* Inserts a game and its seats, filling game->id. STORE_CONFLICT: the public id is taken or the
 * rematch has been made already. */
enum store_result store_game_create(struct store_tx *tx, struct store_game *game);
/* Fill *game, to be cleared with store_game_clear; on any other result than STORE_OK there is
 * nothing to clear (and clearing does no harm). */
enum store_result store_game_get(struct store_reader *reader, const char *public_id,
                                 struct store_game *game);
enum store_result store_game_get_by_id(struct store_reader *reader, int64_t id,
                                       struct store_game *game);
/* The game that was made as the rematch of this one. */
enum store_result store_game_rematch(struct store_reader *reader, int64_t id,
                                     struct store_game *game);
void store_game_clear(struct store_game *game);

struct store_game_filter {
    unsigned statuses; /* bits 1u << status; 0: all */
    unsigned modes;    /* bits 1u << mode; 0: all */
    int64_t mine;      /* only games this account made or has a seat in; 0: all */
    int64_t player;    /* only games this account has (or had) a seat in; 0: all */
    int64_t viewer;    /* only games that are listed for this account (0: for everybody) */
    int64_t before;    /* only games with a smaller id: the last one of the page before; 0: all */
    unsigned limit;    /* 1..STORE_LIST_MAX */
};
/* Calls row for each game, newest first, until it says false. The game's bytes are borrowed and
 * end with the call. */
enum store_result store_game_list(struct store_reader *reader,
                                  const struct store_game_filter *filter,
                                  bool (*row)(void *context, const struct store_game *game),
                                  void *context);
/* Ids of games of one status, rising, greater than after; for working through all of them. */
enum store_result store_game_ids(struct store_reader *reader, enum store_game_status status,
                                 int64_t after, int64_t *ids, size_t max, size_t *count);

/* open -> active. STORE_CONFLICT: it is not open. */
enum store_result store_game_start(struct store_tx *tx, int64_t id, int64_t now);
/* active -> finished or abandoned. STORE_CONFLICT: it is not active. winner -1: nobody. */
enum store_result store_game_finish(struct store_tx *tx, int64_t id, enum store_game_status status,
                                    int64_t now, int winner, struct store_bytes points);
/* STORE_CONFLICT: it is not open any more. */
enum store_result store_game_delete(struct store_tx *tx, int64_t id);
/* Replaces a seat whose kind and account are still those of was; STORE_CONFLICT where they are
 * not. */
enum store_result store_seat_set(struct store_tx *tx, int64_t game, int seat,
                                 const struct store_seat *was, const struct store_seat *now);

struct store_counts {
    int64_t accounts; /* not deleted */
    int64_t games[STORE_GAME_STATUSES];
};
enum store_result store_count(struct store_reader *reader, struct store_counts *counts);

/* --------------------------------------------------------------------------------- events -- */

struct store_event {
    uint32_t seq; /* from 1, without gaps */
    int kind;     /* 0..255 */
    int player;   /* seat, or -1 */
    int64_t at;
    struct store_bytes body; /* up to STORE_EVENT_MAX bytes */
};

/* Appends events, in their order. STORE_CONFLICT: the first one's seq is not the next one of the
 * game, or the game has reached STORE_SEQ_MAX. STORE_NONE: no such game. */
enum store_result store_events_append(struct store_tx *tx, int64_t game,
                                      const struct store_event *events, size_t count);
/* Which part of a log. */
struct store_window {
    uint32_t after; /* only events with a greater seq */
    uint32_t limit; /* at most so many; 0: all */
    bool times;     /* fill event->at, which takes as long again; else it is 0 */
};
/* Calls row for each event of the window, in order, until it says false. The body is borrowed and
 * ends with the call. That the log has no gaps is the database's business (it has triggers for
 * it); who reads to the end may compare with store_events_last. */
enum store_result store_events_read(struct store_reader *reader, int64_t game,
                                    const struct store_window *window,
                                    bool (*row)(void *context, const struct store_event *event),
                                    void *context);
/* The last event's seq and time (NULL: not wanted); 0 where there is none. */
enum store_result store_events_last(struct store_reader *reader, int64_t game, uint32_t *seq,
                                    int64_t *at);
/* The number of all events and the bytes of the pages they lie in. Reads the whole table: for
 * benchmarks and operators, not for requests. */
enum store_result store_events_size(struct store_reader *reader, int64_t *events, int64_t *bytes);

/* --------------------------------------------------------------------- remembered answers -- */

/* The answer to a request with an Idempotency-Key. */
struct store_answer {
    int64_t account;
    char key[STORE_KEY_SIZE];
    char route[STORE_ROUTE_SIZE];
    uint8_t body_hash[STORE_HASH_SIZE]; /* of the request */
    int status;
    struct store_bytes headers;
    struct store_bytes body;
    int64_t created_at;
    void *memory; /* read only: what the bytes above point into */
};

/* STORE_CONFLICT: the account has an answer under that key already. */
enum store_result store_answer_put(struct store_tx *tx, const struct store_answer *answer);
/* Fills *answer, to be cleared with store_answer_clear. */
enum store_result store_answer_get(struct store_reader *reader, int64_t account, const char *key,
                                   struct store_answer *answer);
void store_answer_clear(struct store_answer *answer);
/* --------------------------------------------------------------------------------- backup -- */

/*
 * Writes a consistent copy of options->path to target, which must not exist (STORE_CONFLICT), while
 * a server may be writing. The copy is checked before it gets its name; a failed or interrupted
 * copy leaves nothing under that name. progress (may be NULL) is told pages, and says false to
 * stop (STORE_ERROR).
 */
enum store_result store_backup(const struct store_options *options, const char *target,
                               bool (*progress)(void *context, int done, int total), void *context);

#endif
