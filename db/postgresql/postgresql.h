/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_POSTGRESQL_POSTGRESQL_H
#define DB_POSTGRESQL_POSTGRESQL_H

/* What the files of db/postgresql/ share among themselves. */

#include "db/driver.h"

#include <libpq-fe.h>

/* Advisory locks. One number: */
enum {
    SERVING_LOCK =
        0x48585054, /* "HXPT": each connection that writes shares it; one that has it alone has
                                  the database to itself */
};
/* Two numbers, the first of them SERVING_LOCK: */
enum {
    GATE = 0,      /* shared by each transaction; one that may run beside no other has it alone */
    MIGRATING = 1, /* who brings the schema up to date */
    /* and from there on each process has its own, by which others know that it is alive */
};
/* One number of 64 bits: that of the things of a job's key. */
#define KEY_LOCK(key) ((int64_t)((uint64_t)(key) ^ UINT64_C(1) << 62))

enum {
    WRITERS = 8,
    LOCK_S = 10,      /* how long a lock is waited for */
    STATEMENT_S = 12, /* how long a statement may take, which should take milliseconds */
    /* How long a transaction may rest between two statements: one whose process stands still holds locks
     * that others wait for. */
    IDLE_S = 5,
    ANSWER_S = STATEMENT_S + 4, /* how long the server is waited for at all */
};

/* store->own. */
struct pg_store {
    char *address;       /* as it was given */
    const char *session; /* target_session_attrs of all connections; a constant */
    int32_t process;     /* chosen at random, above MIGRATING; no other process has it */
    atomic_uint epoch;   /* rises when a writer has had to connect again */
};

enum {
    WRITER_NAME_SIZE = 40,
    TABLE_SIZE = 64, /* of a table's name */
    SENT_MAX = 256   /* statements sent before their answers are taken */
};

struct pg_statement;

/* The statements of the driver's own. */
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

/* What has been sent and not been answered yet. */
struct pg_sent {
    enum pg_sent_kind {
        SENT_RUN,     /* nobody waits for its answer */
        SENT_ASK,     /* somebody does; always the last one */
        SENT_AHEAD,   /* its rows are kept until somebody asks for them */
        SENT_PREPARE, /* of a statement */
        SENT_SYNC,    /* up to which a failure reaches */
    } kind;
    struct pg_statement *statement;
    struct pg_ahead *ahead;
};

/* A question asked ahead of its use: a statement with these parameters. */
struct pg_ahead {
    struct pg_ahead *next;
    struct pg_statement *statement;
    PGresult *rows; /* NULL: not answered yet */
    bool dropped;   /* the answer is not wanted any more */
    size_t size;
    uint8_t key[]; /* the parameters, side by side */
};

/* reader->db. */
struct pg_connection {
    PGconn *conn;        /* NULL: none could be made */
    unsigned number;     /* rises with each conn; what was prepared for another one is gone */
    unsigned epoch;      /* of the store when it was made */
    unsigned statements; /* named so far */
    unsigned moments;    /* transactions begun for statements that nest */
    int64_t writer;      /* 0: it only reads; else what `commits` knows it by */
    int64_t mark;        /* of the last transaction there */
    bool unconfirmed;    /* a commit is not known to be on the other machine */
    bool stale;          /* it is lost, or to a server that takes no changes any more */
    bool patient;        /* what it runs may take as long as it takes */
    bool begun;          /* with what is sent, a transaction is open */
    enum store_result
        failure;    /* the first one in this transaction: the rest of it fails for that */
    bool untouched; /* of the moment that is read, nothing has been told yet */
    unsigned n_sent;
    struct pg_sent sent[SENT_MAX];
    struct pg_ahead *ahead; /* those that are wanted, the latest first */
    struct pg_statement *own[OWN_STATEMENTS];
};

/* A statement and one use of it; in one block with its arrays. */
struct pg_statement {
    char *text;      /* with $1 for ? */
    char name[16];   /* "": not kept */
    unsigned number; /* of the connection that it was prepared for; 0: none yet */
    int count;       /* of parameters */
    Oid *types;
    const char **values;
    int *lengths, *formats;
    uint8_t (*numbers)[8]; /* what the values of numbers point to */
    char copied[STORE_EMAIL_SIZE];
    char table[TABLE_SIZE];
    const char *writes; /* the table; "": it may be any; NULL: it only reads */
    bool ends;          /* rolls back, also where something before it has failed */
    PGresult *rows;     /* NULL: not executed */
    bool borrowed;      /* they are those of a struct pg_ahead */
    int row, n_rows;
    bool moment; /* a transaction was begun for it */
};

/* ------------------------------------------------------------------------- connection.c -- */

/* Connects, for writing or for reading alone. Any conn before is closed. */
enum store_result pg_connect(struct store_reader *reader, bool writing);
/* What the server knows the connection of a writer by. */
const char *pg_writer_name(const struct store_reader *reader, char name[WRITER_NAME_SIZE]);
/* Waits for the answer to what was sent; sent: what the call that sends said. NULL, or the last result, as
 * PQexec has it. A server that does not answer counts as lost. */
PGresult *pg_wait(struct store_reader *reader, int sent);
/* Runs SQL text, of several statements where it has several; *rows are the last one's, the caller's. */
enum store_result pg_query(struct store_reader *reader, const char *sql, const char *doing,
                           PGresult **rows);
/* Closes conn, so that it counts as lost. */
void pg_hang_up(struct store_reader *reader);
void pg_disconnect(struct store_reader *reader);
/* The number in the first row; 0 where there is none. */
enum store_result pg_number(struct store_reader *reader, const char *sql, const char *doing,
                            int64_t *number);
/* What has become of a call: STORE_OK and *rows, which is the caller's; or the failure told to db_fail. Takes
 * over result, which may be NULL. */
enum store_result pg_result(struct store_reader *reader, PGresult *result, const char *doing,
                            PGresult **rows);
enum store_result pg_exec(struct store_reader *reader, const char *sql, const char *doing);
/* Whether the connection has been lost, so that its transaction is gone. */
bool pg_is_lost(const struct store_reader *reader);

/* Takes the next result, or NULL; false: it did not come in time, or the connection is lost. */
bool pg_take(struct store_reader *reader, int64_t until, PGresult **result);
/* Sends what libpq holds back. */
bool pg_send_all(struct store_reader *reader, int64_t until);
/* Until when an answer is waited for; 0: for ever. */
int64_t pg_patience(const struct store_reader *reader);
/* The server has not answered in time. */
void pg_give_up(struct store_reader *reader);

/* --------------------------------------------------------------------------- pipeline.c -- */

/*
 * Statements go out in pipelines: what nobody waits for is only sent, and its answer is taken together with
 * that of the next one that somebody waits for. So a round trip is made where something is asked, and by a
 * COMMIT. A failure ends the transaction, and is told by what comes next.
 */

/* Sends a statement with its parameters. An ahead's is taken over. */
enum store_result pg_send(struct store_reader *reader, struct pg_statement *statement,
                          enum pg_sent_kind kind, struct pg_ahead *ahead);
/* Takes all answers: one round trip. *rows: of the one that was asked, the caller's; NULL where none was. */
enum store_result pg_flush(struct store_reader *reader, PGresult **rows);
/* The same, and leaves the pipeline, so that libpq takes texts of several statements. */
enum store_result pg_settle_sent(struct store_reader *reader);
/* Has what was sent go out without waiting for it. */
void pg_push(struct store_reader *reader);
/* Forgets what was sent on a connection that is gone. */
void pg_forget_sent(struct store_reader *reader);

/* Sends a statement with its parameters so that its rows are there when it is used with the same ones. */
void pg_send_ahead(struct store_reader *reader, struct pg_statement *statement);
/* Whether that was done. *result: what came of it, and then statement->rows, borrowed. */
bool pg_find_ahead(struct store_reader *reader, struct pg_statement *statement,
                   enum store_result *result);
/* Forgets what was asked ahead: all, or of what may have read the table. */
void pg_drop_ahead(struct store_reader *reader, const char *table);

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
/* Connects a writer for the first time, and takes what its connection holds as long as it is there. STORE_BUSY:
 * somebody has the database to themselves. */
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
/* One of the driver's own, with room for its parameters; NULL: no memory. */
struct pg_statement *pg_own_statement(struct store_reader *reader, enum pg_own which);
void pg_put_number(struct pg_statement *statement, int at, int64_t value);
void pg_put_text(struct pg_statement *statement, int at, const char *text);
void pg_free_statement(struct pg_statement *statement);
bool pg_send_only(struct query *query);
/* Whether a reader is to connect again: its connection is lost, or the writers' is another server by now. */
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
