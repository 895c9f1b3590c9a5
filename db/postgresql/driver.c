/* SPDX-License-Identifier: AGPL-3.0-or-later */

/* The driver table of PostgreSQL. */
#include "db/chunks.h"
#include "db/migrations.h"
#include "db/postgresql/postgresql.h"

static bool pg_in_transaction(const struct store_reader *reader) {
    const struct pg_connection *connection = reader->db;
    PGTransactionStatusType status = PQtransactionStatus(connection->conn);
    if (connection->n_sent > 0)
        return !pg_is_lost(reader) && connection->begun;
    return !pg_is_lost(reader) && (status == PQTRANS_INTRANS || status == PQTRANS_INERROR);
}

static bool pg_roll_back(struct store_reader *reader) {
    const struct pg_connection *connection = reader->db;
    (void)pg_settle_sent(reader); /* pending statements are settled first */
    PQclear(pg_wait(reader, PQsendQuery(connection->conn, "ROLLBACK")));
    return !pg_in_transaction(reader);
}

/* The server maintains its files, its log and its planner's statistics itself. */
static void pg_after_batch(struct store *store) {
    (void)store;
}

static void pg_tidy(struct store *store, const char *doing) {
    (void)store;
    (void)doing;
}

static enum store_result pg_backup(const struct store_options *options, const char *target,
                                   bool (*progress)(void *context, int done, int total),
                                   void *context) {
    (void)target;
    (void)progress;
    (void)context;
    if (options->log != NULL)
        options->log(options->log_context, STORE_LOG_ERROR,
                     "a backup of a PostgreSQL database is made with PostgreSQL's own programs: "
                     "pg_dump, pg_basebackup, or pgBackRest with an archive of its log");
    return STORE_ERROR;
}

static const char *const checks[] = {
    /* Searches read these columns, replays the body. */
    "SELECT id >> 20, 'event ' || (id & 1048575) || ': its columns kind and player are not those of"
    " its body' FROM events WHERE get_byte(body, 0) <> kind"
    " OR get_byte(body, 1) <> coalesce(player, 255)",
    /* Whole logs are read from the chunks, parts of them from the rows. */
    "SELECT c.id >> 20, 'event_chunks ' || (c.id & 1048575) || ': its events are not those of the "
    "log'"
    " FROM event_chunks c WHERE c.body IS DISTINCT FROM (SELECT " CHUNK_OF_EVENTS
    " FROM events e WHERE e.id BETWEEN c.id AND c.id + 63)",
    NULL,
};

_Static_assert(VALUE_INT == 0 && VALUE_TEXT == 1 && VALUE_BLOB == 2 && STORE_LEASE_S == 12,
               "as written below");

const struct driver postgresql_driver = {
    .postgresql = true,
    .writers = WRITERS,
    .migrations = postgresql_migrations,
    .first_migration = "CREATE TABLE migrations ("
                       " number bigint PRIMARY KEY,"   /* of the file in migrations/postgresql/ */
                       " name text NOT NULL,"          /* its name */
                       " applied_at bigint NOT NULL);" /* Unix milliseconds */
                       "COMMENT ON TABLE migrations IS 'of hexpost'",
    .begin_text = "BEGIN; SET LOCAL statement_timeout = 0",
    .begin = pg_begin_store,
    .end = pg_end_store,
    .open_writer = pg_open_writer,
    .open_reader = pg_open_reader,
    .note_opened = pg_note_opened,
    .close = pg_disconnect,
    .check_owner = pg_check_owner,
    .prepare_schema = pg_prepare_schema,
    .check = pg_check,
    .report_check = pg_report_check,
    .after_batch = pg_after_batch,
    .tidy = pg_tidy,
    .backup = pg_backup,
    .begin_check = pg_begin_check,
    .checks = checks,
    .catalogue =
        "SELECT c.relname::text, a.attname::text, CASE WHEN a.atttypid IN (20, 21) THEN 0"
        " WHEN a.atttypid = 25 THEN 1 ELSE 2 END FROM pg_class c JOIN pg_attribute a"
        " ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped WHERE c.relkind = 'r'"
        " AND c.relnamespace = current_schema()::regnamespace AND c.relname NOT IN"
        " ('migrations', 'commits', 'changes', 'shares', 'processes', 'event_chunks') ORDER BY "
        "c.oid, a.attnum",
    /* Id sequences continue after the last id copied. */
    .after_copy = CHUNKS_OF_ALL
    "; DO $$DECLARE r record; BEGIN FOR r IN SELECT c.oid::regclass AS name FROM pg_class c"
    " JOIN pg_attribute a ON a.attrelid = c.oid WHERE a.attname = 'id' AND a.attidentity <> ''"
    " AND c.relnamespace = current_schema()::regnamespace LOOP EXECUTE format('SELECT"
    " setval(pg_get_serial_sequence(%L, ''id''), coalesce(max(id), 1), count(*) > 0) FROM %s',"
    " r.name, r.name); END LOOP; END$$",
    .serving = "SELECT count(*) FROM processes WHERE seen_at > clock_timestamp() - interval '12 s'",
    .exec = pg_exec,
    .in_transaction = pg_in_transaction,
    .begin_write = pg_begin_write,
    .commit = pg_commit,
    .settle = pg_settle,
    .roll_back = pg_roll_back,
    .begin_read = pg_begin_read,
    .end_read = pg_end_read,
    .ahead = true,
    .keep_ahead = pg_keep_ahead,
    .ahead_is_kept = pg_ahead_is_kept,
    .forget_ahead = pg_forget_ahead,
    .send = pg_send_only,
    .read_changes = pg_read_changes,
    .read_clock = pg_read_clock,
    .renew_shares = pg_renew_shares,
    .prepare = pg_prepare,
    .drop = pg_drop,
    .use = pg_use,
    .put_int = pg_put_int,
    .put_null = pg_put_null,
    .put_data = pg_put_data,
    .step = pg_step,
    .is_null = pg_is_null,
    .get_int = pg_get_int,
    .get_data = pg_get_data,
    .changes = pg_changes,
    .reset = pg_reset,
};
