/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_DRIVER_H
#define DB_DRIVER_H

#include "db/check.h"
#include "db/db_int.h"
#include "db/shares.h"

/*
 * The interface to a database: db/sqlite/ and db/postgresql/ each fill one of these tables. Everything
 * else in db/ works through it and depends on neither.
 *
 * A call that fails sets the query's result, or returns it, by way of db_fail, which has logged it.
 */
struct driver {
    bool postgresql;  /* uses a statement's text for PostgreSQL, if there is one */
    unsigned writers; /* connections that write; with several, each job has its own transaction */

    const struct migration *migrations; /* in ascending order, ended by one without a text */
    const char *first_migration;        /* what goes before the first one */
    const char *begin_text;             /* of a transaction that writes */

    /* -- the store as a whole -- */

    /* Initializes a store: sets store->path, the database's name in messages, and store->own.
     * STORE_ERROR: no memory, or an unusable address. */
    enum store_result (*begin)(struct store *store, const char *path);
    /* Frees what begin and open_writer have allocated; called after all connections are closed. */
    void (*end)(struct store *store);
    /* Opens the connections that write (store->writers), on an up-to-date database. */
    enum store_result (*open_writer)(struct store *store);
    /* A connection that reads. Called by the thread that will use it; fills reader->db. */
    enum store_result (*open_reader)(struct store_reader *reader);
    /* Called once in a read-only store, with its first reader. */
    enum store_result (*note_opened)(struct store_reader *reader);
    /* Closes reader->db, whose statements have been dropped; NULL is fine there. */
    void (*close)(struct store_reader *reader);
    /* Whether the database is one of ours; STORE_CORRUPT: no. *empty: it has nothing in it yet. */
    enum store_result (*check_owner)(struct store_reader *reader, bool *empty);
    /* Before migrations are applied. */
    enum store_result (*prepare_schema)(struct store_reader *reader);
    /* Whether the database is in its place and readable (store_check_file). */
    enum store_result (*check)(struct store *store);
    /* Logs the result of check when it differs from the one before. */
    void (*report_check)(const struct store *store, enum store_result result);
    /* Called after a transaction's jobs are done, and every few hours; on the writer's thread. */
    void (*after_batch)(struct store *store);
    void (*tidy)(struct store *store, const char *doing);
    /* store_backup. */
    enum store_result (*backup)(const struct store_options *options, const char *target,
                                bool (*progress)(void *context, int done, int total),
                                void *context);
    /* -- moving a store (db/copy.c) -- */

    /* A statement that returns (table, column, enum value_type) for all that is copied, in the order of the
     * tables' creation. */
    const char *catalogue;
    const char *before_copy; /* SQL in the transaction that copies here; NULL: none */
    const char *after_copy;
    const char *serving; /* a statement that counts the processes serving the database; NULL: not
                          * applicable */

    /* -- looking for damage (db/check.c) -- */

    /* Until the store is closed FOUND is called for each damaged page when it is met; and at once for protection
     * against damage that the database lacks. */
    void (*begin_check)(struct store_reader *reader, store_found *found, void *context);
    /* Statements that give rows of (game, text), up to NULL. */
    const char *const *checks;

    /* -- transactions -- */

    /* Runs SQL without parameters, as many statements as it has. */
    enum store_result (*exec)(struct store_reader *reader, const char *sql, const char *doing);
    bool (*in_transaction)(const struct store_reader *reader);
    /* STORE_CONFLICT: this process no longer holds tx->share. */
    enum store_result (*begin_write)(struct store_tx *tx);
    /* Sets tx->unsettled if it is unknown whether the commit succeeded. */
    enum store_result (*commit)(struct store_tx *tx);
    /* Makes writing possible again. This settles an unsettled commit; *outcome becomes STORE_OK if
     * it turns out to have succeeded. */
    enum store_result (*settle)(struct store_tx *tx, enum store_result *outcome);
    /* Rolls back without logging; returns whether that succeeded. */
    bool (*roll_back)(struct store_reader *reader);
    /* The snapshot that a reader reads; end_read returns false if it could not be ended. */
    enum store_result (*begin_read)(struct store_reader *reader);
    bool (*end_read)(struct store_reader *reader);
    /* Whether the last to write was this store's connection; *others: how often another one was found to have written.
     * NULL: that is not known. */
    bool (*wrote_last)(struct store_reader *reader, uint32_t *others);
    /* Whether an open statement holds its snapshot for those after it, as begin_read does. */
    bool holds;

    /* -- several processes; NULL if there can be only one -- */

    /* store_changes, store_clock, store_shares_renew. */
    enum store_result (*read_changes)(struct store_reader *reader, struct store_look *look,
                                      store_topic *topic, void *context);
    enum store_result (*read_clock)(struct store_reader *reader, int64_t *ms);
    enum store_result (*renew_shares)(struct store_tx *tx, struct store_shares *shares,
                                      bool change);

    /* -- statements -- */

    /* Prepares a text; NULL, with the query's result set, if it cannot. kept: for many uses. With wrote_last: sets
     * query->changes_recalled. */
    void *(*prepare)(struct query *query, const char *text, bool kept);
    void (*drop)(struct store_reader *reader, void *stmt);
    /* Before each use: query->stmt is ready for its parameters. */
    void (*use)(struct query *query);
    /* Parameters, counted from 1. What data points to outlives the query, or is copied. */
    void (*put_int)(struct query *query, int at, int64_t value);
    void (*put_null)(struct query *query, int at, enum value_type type);
    void (*put_data)(struct query *query, int at, enum value_type type, struct store_bytes value,
                     bool copied);
    /* Whether it supports prefetching (db/ahead.h): while reader->ahead, step only sends
     * queries. */
    bool ahead;
    /* With `ahead`. Takes what was asked in a snapshot, ends that and keeps the rows; false: something failed, and nothing is
     * kept. */
    bool (*keep_ahead)(struct store_reader *reader);
    /* Whether all of that is still there. */
    bool (*ahead_is_kept)(const struct store_reader *reader);
    /* Drops all that was asked. NULL: nothing ever is. */
    void (*forget_ahead)(struct store_reader *reader);
    /* Sends a statement whose result is not needed; a later call reports its failure. False: it must be
     * stepped through like others. NULL: as if always false. */
    bool (*send)(struct query *query);
    /* The next row; false: there is none, or the query's result says why not. */
    bool (*step)(struct query *query);
    /* Columns of the row, counted from 0. A null is 0, or no bytes. */
    bool (*is_null)(struct query *query, int at);
    int64_t (*get_int)(struct query *query, int at);
    struct store_bytes (*get_data)(struct query *query, int at);
    /* The rows that the statement has changed. */
    unsigned (*changes)(struct query *query);
    /* The rows that the connection has changed, those of statements that failed left out. NULL: it does not count
     * them, and no two jobs share a transaction. */
    int64_t (*total_changes)(const struct store_reader *reader);
    /* After each use: gives back rows and parameters. */
    void (*reset)(struct query *query);
};

extern const struct driver sqlite_driver, postgresql_driver;
/* check.c: reports a finding that concerns no game. */
void check_tell(store_found *found, void *context, bool advice, const char *text);

#endif
