/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_POSTGRESQL_POSTGRESQL_H
#define DB_POSTGRESQL_POSTGRESQL_H

/* Shared among the files of db/postgresql/. */

#include "db/driver.h"

#include <libpq-fe.h>

/* Advisory locks with one number: */
enum {
    SERVING_LOCK =
        0x48585054, /* "HXPT": each connection that writes holds it shared; held exclusively, it
                     * reserves the database */
};
/* Advisory locks with two numbers, the first being SERVING_LOCK: */
enum {
    GATE = 0,      /* held shared by each transaction, exclusively by one that must run alone */
    MIGRATING = 1, /* held while migrating the schema */
    /* from here on each process has its own, which shows others that it is alive */
};
/* With one number of 64 bits: the lock of a job's key. */
#define KEY_LOCK(key) ((int64_t)((uint64_t)(key) ^ UINT64_C(1) << 62))

enum {
    WRITERS = 8,
    LOCK_S = 10,      /* longest wait for a lock */
    STATEMENT_S = 12, /* longest time of a statement, which should take milliseconds */
    /* Longest pause of a transaction between two statements: if its process hangs, it holds locks that
     * others wait for. */
    IDLE_S = 5,
    ANSWER_S = STATEMENT_S + 4, /* longest wait for the server in any case */
};

/* store->own. */
struct pg_store {
    char *address;       /* as it was given */
    const char *session; /* target_session_attrs of all connections; a constant */
    int32_t process;     /* chosen at random, above MIGRATING; no other process has it */
    atomic_uint epoch;   /* incremented when a writer had to reconnect */
};

enum {
    WRITER_NAME_SIZE = 40,
    TABLE_SIZE = 64, /* for a table's name */
    SENT_MAX = 256   /* statements sent before their answers are taken */
};

struct pg_statement;

/* The driver's own statements. */
enum pg_own {
    OWN_BEGIN_READ,
    OWN_COMMIT,
    OWN_BEGIN,
    OWN_LOCK_KEY,
    OWN_LOCK_ALL,
    OWN_FENCE,
    OWN_MARK,
    OWN_ANNOUNCE,
    OWN_STATEMENTS
};

/* Something sent and not answered yet. */
struct pg_sent {
    enum pg_sent_kind {
        SENT_RUN,     /* no caller waits for its answer */
        SENT_ASK,     /* a caller waits; always the last one */
        SENT_AHEAD,   /* its rows are kept for a later query */
        SENT_PREPARE, /* prepares a statement */
        SENT_SYNC,    /* after a failure the server skips to the next one */
    } kind;
    struct pg_statement *statement;
    struct pg_ahead *ahead;
};

/* A prefetched query: a statement with these parameters. */
struct pg_ahead {
    struct pg_ahead *next;
    struct pg_statement *statement;
    PGresult *rows; /* NULL: not answered yet */
    bool dropped;   /* the answer is no longer wanted */
    size_t size;
    uint8_t key[]; /* the parameters, side by side */
};

/* reader->db. */
struct pg_connection {
    PGconn *conn;              /* NULL: could not connect */
    unsigned number;           /* incremented with each conn; statements prepared on another one are
                                * gone */
    unsigned epoch;            /* the store's when it was opened */
    unsigned statements;       /* named so far */
    unsigned moments;          /* open statements that needed a transaction of their own */
    int64_t writer;            /* 0: it only reads; else its number in the table `commits` */
    int64_t mark;              /* of its last transaction in that table */
    bool unconfirmed;          /* a commit may be missing on the standby */
    bool stale;                /* it is lost, or its server no longer accepts writes */
    bool patient;              /* its statements have no time limit */
    bool begun;                /* a transaction is open, counting what was sent */
    enum store_result failure; /* the first one in this transaction, which makes the rest fail */
    bool keeping;              /* what was asked ahead outlives the statement that is being sent */
    bool kept;                 /* and nothing of it has been dropped since */
    bool untouched;            /* no result was returned from this snapshot yet */
    unsigned n_sent;
    struct pg_sent sent[SENT_MAX];
    struct pg_ahead *ahead; /* prefetched queries still wanted, latest first */
    struct pg_statement *own[OWN_STATEMENTS];
};

/* A statement and its current use; one block of memory with its arrays. */
struct pg_statement {
    char *text;      /* with $1 for ? */
    char name[16];   /* "": not kept */
    unsigned number; /* of the connection that it was prepared for; 0: none yet */
    int count;       /* of parameters */
    Oid *types;
    const char **values;
    int *lengths, *formats;
    uint8_t (*numbers)[8]; /* storage for the values of numbers */
    char copied[STORE_EMAIL_SIZE];
    char table[TABLE_SIZE];
    const char *writes; /* the table; "": it may be any; NULL: it only reads */
    bool ends;          /* rolls back, and so must run even after a failure */
    PGresult *rows;     /* NULL: not executed */
    bool borrowed;      /* they belong to a struct pg_ahead */
    int row, n_rows;
    bool moment; /* a transaction was begun for it */
};

/* ------------------------------------------------------------------------- connection.c -- */

/* Connects, for writing or only for reading. Closes any former conn. */
enum store_result pg_connect(struct store_reader *reader, bool writing);
/* The name by which the server knows a writer's connection. */
const char *pg_writer_name(const struct store_reader *reader, char name[WRITER_NAME_SIZE]);
/* Waits for the answer to what was sent; sent: the return value of the sending call. Returns the last
 * result, as PQexec does, or NULL. A server that does not answer counts as lost. */
PGresult *pg_wait(struct store_reader *reader, int sent);
/* Executes SQL text of one or more statements; *rows: the result of the last one, owned by the
 * caller. */
enum store_result pg_query(struct store_reader *reader, const char *sql, const char *doing,
                           PGresult **rows);
/* Closes conn, which then counts as lost. */
void pg_hang_up(struct store_reader *reader);
void pg_disconnect(struct store_reader *reader);
/* The number in the first row; 0 where there is none. */
enum store_result pg_number(struct store_reader *reader, const char *sql, const char *doing,
                            int64_t *number);
/* Evaluates a result: STORE_OK and *rows, owned by the caller; or the failure, reported to db_fail. Takes
 * ownership of result, which may be NULL. */
enum store_result pg_result(struct store_reader *reader, PGresult *result, const char *doing,
                            PGresult **rows);
enum store_result pg_exec(struct store_reader *reader, const char *sql, const char *doing);
/* Whether the connection is lost, and its transaction with it. */
bool pg_is_lost(const struct store_reader *reader);

/* Takes the next result, or NULL; false: it did not come in time, or the connection is lost. */
bool pg_take(struct store_reader *reader, int64_t until, PGresult **result);
/* Flushes libpq's output buffer. */
bool pg_send_all(struct store_reader *reader, int64_t until);
/* The deadline for an answer; 0: none. */
int64_t pg_patience(const struct store_reader *reader);
/* Marks the connection as lost, since the server did not answer in time. */
void pg_give_up(struct store_reader *reader);

/* --------------------------------------------------------------------------- pipeline.c -- */

/*
 * Statements are pipelined: those whose result is not needed are only sent, and their answers are taken
 * together with that of the next one whose result is. So only queries and COMMIT make a round trip. A
 * failure ends the transaction, and is reported by the next call.
 */

/* Sends a statement with its parameters. Takes ownership of `ahead`. */
enum store_result pg_send(struct store_reader *reader, struct pg_statement *statement,
                          enum pg_sent_kind kind, struct pg_ahead *ahead);
/* Takes all answers in one round trip. *rows: the result of the query, owned by the caller; NULL if there
 * was none. */
enum store_result pg_flush(struct store_reader *reader, PGresult **rows);
/* The same, and leaves pipeline mode, so that libpq accepts texts of several statements. */
enum store_result pg_settle_sent(struct store_reader *reader);
/* Flushes what was sent without waiting for it. */
void pg_push(struct store_reader *reader);
/* Forgets what was sent on a lost connection. */
void pg_forget_sent(struct store_reader *reader);

/* Prefetches a statement: its rows will be there when it is used with the same parameters. */
void pg_send_ahead(struct store_reader *reader, struct pg_statement *statement);
/* Whether the statement was prefetched. *result: its result; with STORE_OK statement->rows is set,
 * borrowed. */
bool pg_find_ahead(struct store_reader *reader, struct pg_statement *statement,
                   enum store_result *result);
/* Drops prefetched queries: all, or those that may have read the table. */
void pg_drop_ahead(struct store_reader *reader, const char *table);
bool pg_keep_ahead(struct store_reader *reader);
bool pg_ahead_is_kept(const struct store_reader *reader);
void pg_forget_ahead(struct store_reader *reader);

/* --------------------------------------------------------------- other files, one thing each -- */

/* open.c */
enum store_result pg_begin_store(struct store *store, const char *address);
void pg_end_store(struct store *store);
enum store_result pg_open_writer(struct store *store);
enum store_result pg_open_reader(struct store_reader *reader);
enum store_result pg_note_opened(struct store_reader *reader);
enum store_result pg_check(struct store *store);
/* check.c */
bool pg_has_checksums(struct store_reader *reader);
void pg_begin_check(struct store_reader *reader, store_found *found, void *context);
/* open.c */
void pg_report_check(const struct store *store, enum store_result result);
enum store_result pg_check_owner(struct store_reader *reader, bool *empty);
enum store_result pg_prepare_schema(struct store_reader *reader);
/* commit.c */
/* Connects a writer for the first time, and takes the locks that its connection holds throughout. STORE_BUSY:
 * the database is reserved by another process. */
enum store_result pg_connect_writer(struct store_reader *reader);
enum store_result pg_begin_write(struct store_tx *tx);
enum store_result pg_commit(struct store_tx *tx);
enum store_result pg_settle(struct store_tx *tx, enum store_result *outcome);
/* several.c */
enum store_result pg_read_changes(struct store_reader *reader, struct store_look *look,
                                  store_topic *topic, void *context);
enum store_result pg_read_clock(struct store_reader *reader, int64_t *ms);
enum store_result pg_renew_shares(struct store_tx *tx, struct store_shares *shares, bool change);
enum store_result pg_begin_read(struct store_reader *reader);
bool pg_end_read(struct store_reader *reader);
/* statement.c */
/* One of the driver's own statements, with room for its parameters; NULL: no memory. */
struct pg_statement *pg_own_statement(struct store_reader *reader, enum pg_own which);
void pg_put_number(struct pg_statement *statement, int at, int64_t value);
void pg_put_text(struct pg_statement *statement, int at, const char *text);
void pg_free_statement(struct pg_statement *statement);
bool pg_send_only(struct query *query);
/* Whether a reader has to reconnect: its connection is lost, or the writers have moved to another server. */
bool pg_is_outdated(const struct store_reader *reader);
void *pg_prepare(struct query *query, const char *text, bool kept);
void pg_drop(struct store_reader *reader, void *stmt);
void pg_use(struct query *query);
void pg_put_int(struct query *query, int at, int64_t value);
void pg_put_null(struct query *query, int at, enum value_type type);
void pg_put_data(struct query *query, int at, enum value_type type, struct store_bytes value,
                 bool copied);
bool pg_step(struct query *query);
bool pg_is_null(struct query *query, int at);
int64_t pg_get_int(struct query *query, int at);
struct store_bytes pg_get_data(struct query *query, int at);
unsigned pg_changes(struct query *query);
void pg_reset(struct query *query);

#endif
