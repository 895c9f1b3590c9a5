/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_POSTGRESQL_POSTGRESQL_H
#define DB_POSTGRESQL_POSTGRESQL_H

/* What the files of db/postgresql/ share among themselves. */

#include "db/driver.h"

#include <libpq-fe.h>

enum {
    SCHEMA_LOCK = 0x48585054, /* "HXPT": who holds it as an advisory lock is the one that writes */
    TAKE_OVER_S = 5           /* how long a lost connection's lock is waited for */
};

/* store->own. */
struct pg_store {
    char *address;     /* as it was given */
    char writer[32];   /* what the server knows our writer's connection by; no other has the name */
    atomic_uint epoch; /* rises when the writer has had to connect again */
    int64_t mark;      /* of the writer's last transaction (last_commit); no other writer has it */
};

/* reader->db. */
struct pg_connection {
    PGconn *conn;        /* NULL: none could be made */
    unsigned number;     /* rises with each conn; what was prepared for another one is gone */
    unsigned epoch;      /* of the store when it was made */
    unsigned statements; /* named so far */
    unsigned moments;    /* transactions begun for statements that nest */
    bool unconfirmed;    /* a commit is not known to be on the other machine */
    bool stale;          /* it is lost, or to a server that takes no changes any more */
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
enum store_result
pg_take_lock(struct store_reader *reader); /* STORE_BUSY: another process has it */
enum store_result pg_begin_write(struct store_reader *reader);
enum store_result pg_commit(struct store_reader *reader, bool *unsettled);
enum store_result pg_settle(struct store_reader *reader, enum store_result *outcome);
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
