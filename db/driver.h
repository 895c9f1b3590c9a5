/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_DRIVER_H
#define DB_DRIVER_H

#include "db/check.h"
#include "db/db_int.h"
#include "db/shares.h"

/*
 * What a database has to offer: db/sqlite/ and db/postgresql/ each fill one of these tables. Everything
 * else in db/ works through it and knows neither.
 *
 * A call that fails sets the query's result, or returns it, by way of db_fail: that has told the operator.
 */
struct driver {
    bool postgresql;  /* takes a statement's text for PostgreSQL, where there is one */
    unsigned writers; /* connections that write; several take a job in a transaction each */

    const struct migration *migrations; /* in rising order, up to one without a text */
    const char *first_migration;        /* what goes before the first one */
    const char *begin_text;             /* of a transaction that writes */

    /* -- the whole of it -- */

    /* Of a store that begins: sets store->path, which is what messages call the database, and store->own.
     * STORE_ERROR: no memory, or not an address that can be used. */
    enum store_result (*begin)(struct store *store, const char *path);
    /* Gives back what begin and open_writer have taken; after all connections. */
    void (*end)(struct store *store);
    /* The connections that may write (store->writers), on a database that is up to date. */
    enum store_result (*open_writer)(struct store *store);
    /* A connection that reads. Called by the thread that will use it; fills reader->db. */
    enum store_result (*open_reader)(struct store_reader *reader);
    /* Of a store that only reads, with its first reader: what has to be looked at once. */
    enum store_result (*note_opened)(struct store_reader *reader);
    /* Closes reader->db, whose statements have been dropped; NULL is fine there. */
    void (*close)(struct store_reader *reader);
    /* Whether the database is one of ours; STORE_CORRUPT: no. *empty: it has nothing in it yet. */
    enum store_result (*check_owner)(struct store_reader *reader, bool *empty);
    /* Before migrations are applied. */
    enum store_result (*prepare_schema)(struct store_reader *reader);
    /* Whether the database is where it was and can be read (store_check_file). */
    enum store_result (*check)(struct store *store);
    /* Tells the operator what check has found, when that is another thing than the last time. */
    void (*report_check)(const struct store *store, enum store_result result);
    /* After a transaction has been answered, and every few hours; on the writer's thread. */
    void (*after_batch)(struct store *store);
    void (*tidy)(struct store *store, const char *doing);
    /* store_backup. */
    enum store_result (*backup)(const struct store_options *options, const char *target,
                                bool (*progress)(void *context, int done, int total),
                                void *context);
    /* -- moving house (db/copy.c) -- */

    /* A statement that gives (table, column, enum value_type) of all that is copied, the tables in the order they
     * were made in. */
    const char *catalogue;
    const char *before_copy; /* SQL in the transaction that copies here; NULL: none */
    const char *after_copy;
    const char *serving; /* a statement that counts the processes that run on it; NULL: none can */

    /* -- looking for damage (db/check.c) -- */

    /* Until the store is closed FOUND hears of each page that is not as it was written, when it is met, and at once
     * of what the database lacks against damage. */
    void (*begin_check)(struct store_reader *reader, store_found *found, void *context);
    /* Statements that give rows of (game, text), up to NULL. */
    const char *const *checks;

    /* -- transactions -- */

    /* Runs SQL without parameters, as many statements as it has. */
    enum store_result (*exec)(struct store_reader *reader, const char *sql, const char *doing);
    bool (*in_transaction)(const struct store_reader *reader);
    /* STORE_CONFLICT: this process does not hold tx->share any more. */
    enum store_result (*begin_write)(struct store_tx *tx);
    /* tx->unsettled: nobody knows whether it was made. */
    enum store_result (*commit)(struct store_tx *tx);
    /* Sees to it that changes can be made again. A commit that was unsettled is settled by that, and
     * *outcome becomes STORE_OK where it turns out that it was made. */
    enum store_result (*settle)(struct store_tx *tx, enum store_result *outcome);
    /* Rolls back and says nothing; whether that went well. */
    bool (*roll_back)(struct store_reader *reader);
    /* Of one moment that a reader reads; end_read: false where that could not be ended. */
    enum store_result (*begin_read)(struct store_reader *reader);
    bool (*end_read)(struct store_reader *reader);

    /* -- several processes; NULL where there is one -- */

    /* store_changes, store_clock, store_shares_renew. */
    enum store_result (*read_changes)(struct store_reader *reader, struct store_look *look,
                                      store_topic *topic, void *context);
    enum store_result (*read_clock)(struct store_reader *reader, int64_t *ms);
    enum store_result (*renew_shares)(struct store_tx *tx, struct store_shares *shares,
                                      bool change);

    /* -- statements -- */

    /* Prepares a text; NULL and the query's result where it cannot. kept: for many uses. */
    void *(*prepare)(struct query *query, const char *text, bool kept);
    void (*drop)(struct store_reader *reader, void *stmt);
    /* Before each use: query->stmt is ready for its parameters. */
    void (*use)(struct query *query);
    /* Parameters, counted from 1. What data points to outlives the query, or is copied. */
    void (*put_int)(struct query *query, int at, int64_t value);
    void (*put_null)(struct query *query, int at, enum value_type type);
    void (*put_data)(struct query *query, int at, enum value_type type, struct store_bytes value,
                     bool copied);
    /* Whether it takes questions ahead (db/ahead.h): while reader->ahead, step only sends them. */
    bool ahead;
    /* Runs a statement whose result nobody wants to see; a failure is told by what comes next. False: it is to
     * be stepped through as others are. NULL: always. */
    bool (*send)(struct query *query);
    /* The next row; false: there is none, or the query's result says why not. */
    bool (*step)(struct query *query);
    /* Columns of the row, counted from 0. A null is 0, or no bytes. */
    bool (*is_null)(struct query *query, int at);
    int64_t (*get_int)(struct query *query, int at);
    struct store_bytes (*get_data)(struct query *query, int at);
    /* The rows that the statement has changed. */
    unsigned (*changes)(struct query *query);
    /* After each use: gives back rows and parameters. */
    void (*reset)(struct query *query);
};

extern const struct driver sqlite_driver, postgresql_driver;
/* check.c: of something that concerns no game. */
void check_tell(store_found *found, void *context, bool advice, const char *text);

#endif
