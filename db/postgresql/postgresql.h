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
    char *address;     /* as it was given */
    int32_t process;   /* chosen at random, above MIGRATING; no other process has it */
    atomic_uint epoch; /* rises when a writer has had to connect again */
};

enum { WRITER_NAME_SIZE = 40 };

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
    PGresult *rows; /* NULL: not executed */
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

/* --------------------------------------------------------------- other files, one thing each -- */

/* open.c */
enum store_result pg_begin_store(struct store *store, const char *address);
void pg_end_store(struct store *store);
enum store_result pg_open_writer(struct store *store);
enum store_result pg_open_reader(struct store_reader *reader);
enum store_result pg_note_opened(struct store_reader *reader);
enum store_result pg_check(struct store *store);
void pg_report_check(const struct store *store, enum store_result result);
enum store_result pg_check_owner(struct store_reader *reader, bool *empty);
enum store_result pg_prepare_schema(struct store_reader *reader);
/* commit.c */
/* What a connection that writes holds as long as it is there. STORE_BUSY: somebody has the database to
 * themselves. */
enum store_result pg_take_lock(struct store_reader *reader);
enum store_result pg_begin_write(struct store_tx *tx);
enum store_result pg_commit(struct store_tx *tx);
enum store_result pg_settle(struct store_tx *tx, enum store_result *outcome);
/* several.c */
enum store_result pg_read_changes(struct store_reader *reader, struct store_look *look,
                                  store_topic *topic, void *context);
enum store_result pg_renew_shares(struct store_tx *tx, struct store_shares *shares, bool change);
/* statement.c */
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
