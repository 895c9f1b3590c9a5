/* SPDX-License-Identifier: AGPL-3.0-or-later */

/* Only about PostgreSQL: its tables against SQLite's, all statements, who may open a database, and lost connections,
 * servers and commits. What both databases have in common is tested by the store's other tests
 * (tests/db/test_on_postgresql.sh). */
#include "db/accounts.h"
#include "db/backup.h"
#include "db/check.h"
#include "db/chunks.h"
#include "db/migrations.h"
#include "db/postgresql/postgresql.h"
#include "db/shares.h"
#include "tests/db/store_help.h"
#include "tests/support/check_main.h"
#include "tests/support/postgres.h"

#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static const char file[] = "x"; /* the helpers' name for it */
static const char name[] = "db_postgresql_x";
static struct store *store;
static struct store_reader *reader;

static void setup(void) {
    make_database(name);
    store = open_store(file);
    reader = store_reader_get(store);
    ck_assert_ptr_nonnull(reader);
}

static void teardown(void) {
    store_close(store);
}

static void setup_empty(void) {
    make_database(name);
}

/* --------------------------------------------------------------------------- the schema -- */

enum { LINE_SIZE = 256, LINES_MAX = 1600 };

struct lines {
    char text[LINES_MAX][LINE_SIZE];
    size_t count;
};

static void add_line(struct lines *lines, const char *text) {
    ck_assert_uint_lt(lines->count, LINES_MAX);
    snprintf(lines->text[lines->count++], LINE_SIZE, "%s", text);
}

static int compare_lines(const void *a, const void *b) {
    return strcmp(a, b);
}

/* Each column with its type, its default and whether it may be null; each key, index and reference. */
static const char sqlite_schema[] =
    "WITH t AS (SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    "  AND name <> 'migrations'),"
    " i AS (SELECT t.name AS t, l.name AS i, l.\"unique\" AS u, l.origin AS o, l.partial AS p,"
    "  (SELECT group_concat(coalesce(x.name, '(lower)'), ',') FROM (SELECT name FROM"
    "   pragma_index_xinfo(l.name) WHERE key = 1 ORDER BY seqno) x) AS c"
    "  FROM t, pragma_index_list(t.name) l)"
    " SELECT t.name || ' column ' || c.name || ' ' || c.type || iif(c.\"notnull\" OR c.pk, ' not "
    "null',"
    "  '') || coalesce(' default ' || c.dflt_value, '') FROM t, pragma_table_xinfo(t.name) c"
    "  WHERE c.hidden = 0"
    " UNION ALL SELECT t.name || ' key ' || (SELECT group_concat(k.name, ',') FROM (SELECT name "
    "FROM"
    "  pragma_table_info(t.name) WHERE pk > 0 ORDER BY pk) k) FROM t"
    " UNION ALL SELECT t || ' unique ' || c FROM i WHERE o = 'u'"
    " UNION ALL SELECT t || ' index ' || i || ' ' || c || iif(u, ' unique', '')"
    "  || iif(p, ' partial', '') FROM i WHERE o = 'c'"
    " UNION ALL SELECT t.name || ' reference ' || group_concat(f.\"from\", ',') || ' ' || "
    "f.\"table\""
    "  || ' ' || f.on_delete FROM t, pragma_foreign_key_list(t.name) f GROUP BY t.name, f.id";

static const char postgresql_schema[] =
    "WITH t AS (SELECT c.oid, c.relname AS name FROM pg_class c WHERE c.relkind = 'r' AND"
    "  c.relnamespace = current_schema()::regnamespace"
    "  AND c.relname NOT IN ('migrations', 'commits', 'changes', 'shares', 'processes')),"
    " k AS (SELECT t.name AS t, o.contype AS y, o.confrelid::regclass::text AS r, o.confdeltype AS "
    "d,"
    "  o.conindid AS i, (SELECT string_agg(a.attname, ',' ORDER BY n.place) FROM"
    "   unnest(o.conkey) WITH ORDINALITY n (num, place) JOIN pg_attribute a ON a.attrelid = t.oid"
    "   AND a.attnum = n.num) AS c FROM t JOIN pg_constraint o ON o.conrelid = t.oid)"
    " SELECT t.name || ' column ' || a.attname || ' ' || CASE WHEN a.atttypid IN (20, 21) THEN"
    "  'INTEGER' WHEN a.atttypid = 25 THEN 'TEXT' WHEN a.atttypid = 17 THEN 'BLOB' ELSE '?' END"
    "  || CASE WHEN a.attnotnull THEN ' not null' ELSE '' END || coalesce(' default ' ||"
    "  (SELECT CASE pg_get_expr(d.adbin, d.adrelid) WHEN '''''::text' THEN ''''''"
    "   ELSE replace(pg_get_expr(d.adbin, d.adrelid), '''', '') END FROM pg_attrdef d"
    "   WHERE d.adrelid = t.oid AND d.adnum = a.attnum), '')"
    "  FROM t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped"
    " UNION ALL SELECT t || ' key ' || c FROM k WHERE y = 'p'"
    " UNION ALL SELECT t || ' unique ' || c FROM k WHERE y = 'u'"
    " UNION ALL SELECT t || ' reference ' || c || ' ' || r || CASE d WHEN 'c' THEN ' CASCADE' WHEN "
    "'n' THEN ' SET NULL' ELSE"
    "  ' NO ACTION' END FROM k WHERE y = 'f'"
    " UNION ALL SELECT t.name || ' index ' || x.relname || ' ' || (SELECT"
    "  string_agg(coalesce(a.attname, '(lower)'), ',' ORDER BY n.place) FROM"
    "   unnest(i.indkey) WITH ORDINALITY n (num, place) LEFT JOIN pg_attribute a ON a.attrelid = "
    "t.oid"
    "   AND a.attnum = n.num) || CASE WHEN i.indisunique THEN ' unique' ELSE '' END"
    "  || CASE WHEN i.indpred IS NOT NULL THEN ' partial' ELSE '' END"
    "  FROM t JOIN pg_index i ON i.indrelid = t.oid JOIN pg_class x ON x.oid = i.indexrelid"
    "  WHERE NOT EXISTS (SELECT 1 FROM k WHERE k.i = i.indexrelid AND k.y IN ('p', 'u'))";

static void read_sqlite(struct lines *lines) {
    static const char path[] = "schema.db";
    struct store *other;
    sqlite3_stmt *stmt;
    ck_assert_int_eq(store_open(&other, &(struct store_options){.path = path}), STORE_OK);
    sqlite3 *db = store_reader_get(other)->db;
    ck_assert_msg(sqlite3_prepare_v2(db, sqlite_schema, -1, &stmt, NULL) == SQLITE_OK, "%s",
                  sqlite3_errmsg(db));
    while (sqlite3_step(stmt) == SQLITE_ROW)
        add_line(lines, (const char *)sqlite3_column_text(stmt, 0));
    sqlite3_finalize(stmt);
    store_close(other);
}

static void read_postgresql(struct lines *lines) {
    PGconn *conn = connect_database(name);
    PGresult *rows = PQexec(conn, postgresql_schema);
    ck_assert_msg(PQresultStatus(rows) == PGRES_TUPLES_OK, "%s", PQerrorMessage(conn));
    for (int i = 0; i < PQntuples(rows); i++)
        add_line(lines, PQgetvalue(rows, i, 0));
    PQclear(rows);
    PQfinish(conn);
}

/* Intended differences: names are case-insensitive. */
static bool is_meant_to_differ(const char *line) {
    return strcmp(line, "accounts unique name") == 0 ||
           strcmp(line, "accounts index accounts_by_name (lower) unique") == 0;
}

START_TEST(both_databases_have_the_same_tables) {
    static struct lines lines[2];
    size_t at[2] = {0, 0}, wrong = 0;
    read_sqlite(&lines[0]);
    read_postgresql(&lines[1]);
    for (int i = 0; i < 2; i++)
        qsort(lines[i].text, lines[i].count, LINE_SIZE, compare_lines);
    while (at[0] < lines[0].count || at[1] < lines[1].count) {
        const char *left = at[0] < lines[0].count ? lines[0].text[at[0]] : "\x7f";
        const char *right = at[1] < lines[1].count ? lines[1].text[at[1]] : "\x7f";
        int order = strcmp(left, right);
        if (order != 0 && !is_meant_to_differ(order < 0 ? left : right)) {
            printf("only %s has: %s\n", order < 0 ? "SQLite" : "PostgreSQL",
                   order < 0 ? left : right);
            wrong++;
        }
        at[0] += order <= 0;
        at[1] += order >= 0;
    }
    ck_assert_uint_gt(lines[0].count, 400);
    ck_assert_uint_eq(wrong, 0);
}
END_TEST

START_TEST(migrations_have_the_same_numbers) {
    const struct migration *ours = postgresql_migrations;
    ck_assert_uint_gt(postgresql_migrations_count, 0);
    for (size_t i = 0; i < migrations_count; i++)
        if (migrations[i].number >= ours->number) {
            ck_assert_int_eq(migrations[i].number, ours->number);
            ours++;
        }
    ck_assert_ptr_null(ours->sql);
}
END_TEST

/* ----------------------------------------------------------------------- the statements -- */

/* The types are known from the first use; here they are determined by trying, without any of them. */
static bool can_be_prepared(PGconn *conn, const struct pg_statement *statement) {
    static const Oid types[] = {0, 20, 25, 17};
    enum { TRIED = 6 };
    int tried = statement->count < TRIED ? statement->count : TRIED;
    for (unsigned choice = 0; choice < 2U << 2 * tried; choice++) {
        Oid rest = choice >> 2 * tried & 1 ? 20 : 0;
        for (int i = 0; i < statement->count; i++)
            statement->types[i] = i < tried ? types[choice >> 2 * i & 3] : rest;
        PGresult *result = PQprepare(conn, "", statement->text, statement->count, statement->types);
        bool fine = PQresultStatus(result) == PGRES_COMMAND_OK;
        PQclear(result);
        if (fine)
            return true;
    }
    return false;
}

START_TEST(every_statement_can_be_prepared) {
    PGconn *conn = connect_database(name);
    ck_assert_uint_gt(statement_count(), 150);
    for (size_t i = 0; i < statement_count(); i++) {
        const struct statement *statement = &__start_statements[i];
        struct query query = {.reader = reader};
        char text[STATEMENT_SIZE];
        statement_text(statement,
                       statement->postgresql != NULL ? statement->postgresql : statement->sql,
                       text);
        struct pg_statement *prepared = pg_prepare(&query, text, false);
        ck_assert_msg(can_be_prepared(conn, prepared), "%s: %s", text, PQerrorMessage(conn));
        pg_drop(reader, prepared);
    }
    PQfinish(conn);
}
END_TEST

/* -------------------------------------------------------------------- several processes -- */

static unsigned count_shares(const struct store_shares *shares) {
    unsigned held = 0;
    for (unsigned i = 0; i < STORE_SHARES; i++)
        held += shares->fences[i] != 0;
    return held;
}

static enum store_result run_nothing(struct store_tx *tx, struct store_job *job) {
    (void)tx;
    (void)job;
    return STORE_OK;
}

static enum store_result try_fence(int share, int64_t fence) {
    return store_call(store,
                      &(struct store_job){.run = run_nothing, .share = share, .fence = fence});
}

START_TEST(shares_are_dealt_out_and_fenced) {
    struct store_shares ours = {0}, theirs = {0};
    ck_assert_int_eq(store_shares_renew(store, &ours), STORE_OK);
    ck_assert_uint_eq(count_shares(&ours), STORE_SHARES);
    struct store *other = open_store(file);
    struct store_shares before = ours;
    ck_assert_int_eq(store_shares_renew(other, &theirs), STORE_OK);
    ck_assert_uint_eq(theirs.processes, 2);
    ck_assert_uint_eq(count_shares(&theirs), 0); /* none is free yet */
    ck_assert_int_eq(store_shares_renew(store, &ours), STORE_OK);
    ck_assert_int_eq(store_shares_renew(other, &theirs), STORE_OK);
    ck_assert_uint_eq(count_shares(&ours), STORE_SHARES / 2);
    ck_assert_uint_eq(count_shares(&theirs), STORE_SHARES / 2);
    for (int i = 0; i < STORE_SHARES; i++) {
        ck_assert((ours.fences[i] == 0) != (theirs.fences[i] == 0));
        ck_assert_int_eq(try_fence(i, before.fences[i]),
                         ours.fences[i] != 0 ? STORE_OK : STORE_CONFLICT);
        if (theirs.fences[i] != 0)
            ck_assert_int_eq(try_fence(i, theirs.fences[i]), STORE_CONFLICT);
    }
    store_close(other); /* without releasing anything, as if killed */
    do
        ck_assert_int_eq(store_shares_renew(store, &ours), STORE_OK);
    while (ours.processes > 1); /* until the server has ended its connections */
    ck_assert_uint_eq(count_shares(&ours), STORE_SHARES);
    ours.leaving = true;
    ck_assert_int_eq(store_shares_renew(store, &ours), STORE_OK);
    ck_assert_uint_eq(count_shares(&ours), 0);
}
END_TEST

struct heard {
    int64_t topics[64];
    unsigned count;
};

static void hear_topic(void *context, int64_t topic) {
    struct heard *heard = context;
    ck_assert_uint_lt(heard->count, 64);
    heard->topics[heard->count++] = topic;
}

static bool has_heard(const struct heard *heard, int64_t topic) {
    for (unsigned i = 0; i < heard->count; i++)
        if (heard->topics[i] == topic)
            return true;
    return false;
}

/* Also of a transaction that began before a poll and ended after it. */
START_TEST(each_process_hears_of_the_others_changes) {
    struct store_look look = {0};
    struct heard heard = {0};
    struct store *other = open_store(file);
    struct store_reader *listener = store_reader_get(other);
    int64_t account = make_account(store, "Ann"), game = make_game(store, account, "g1");
    ck_assert_int_eq(store_changes(listener, &look, hear_topic, &heard), STORE_OK);
    ck_assert_uint_eq(heard.count, 0);
    PGconn *late = connect_database(name);
    PQclear(PQexec(late, "BEGIN; INSERT INTO changes (topic, origin) VALUES (77, 0)"));
    ck_assert_int_eq(append(store, game, 1, 1), STORE_OK);
    ck_assert_int_eq(store_changes(listener, &look, hear_topic, &heard), STORE_OK);
    ck_assert(has_heard(&heard, game) && !has_heard(&heard, 77));
    PQclear(PQexec(late, "COMMIT"));
    PQfinish(late);
    ck_assert_int_eq(append(other, game, 2, 1), STORE_OK);
    heard.count = 0;
    ck_assert_int_eq(store_changes(listener, &look, hear_topic, &heard), STORE_OK);
    ck_assert(has_heard(&heard, 77));
    heard.count = 0;
    ck_assert_int_eq(store_changes(listener, &look, hear_topic, &heard), STORE_OK);
    ck_assert_uint_eq(heard.count, 0); /* and nothing of its own */
    store_close(other);
}
END_TEST

/* ------------------------------------------------------------------------------ opening -- */

static enum store_result try_open(bool read_only) {
    struct store_options options = test_options(file);
    struct store *opened;
    options.read_only = read_only;
    enum store_result result = store_open(&opened, &options);
    if (result == STORE_OK)
        store_close(opened);
    else
        ck_assert_ptr_null(opened);
    return result;
}

START_TEST(several_processes_open_it) {
    struct store_metrics metrics;
    ck_assert_int_eq(try_open(false), STORE_OK);
    ck_assert_int_eq(try_open(true), STORE_OK);
    PGconn *alone = connect_database(name);
    store_close(store);
    PQclear(PQexec(alone, "SELECT pg_advisory_lock(1213747284)"));
    ck_assert_int_eq(try_open(false), STORE_BUSY);
    ck_assert_ptr_nonnull(strstr(test_log(), "holds the database alone"));
    ck_assert_int_eq(try_open(true), STORE_OK);
    PQfinish(alone);
    store = open_store(file);
    store_metrics(store, &metrics);
    ck_assert_int_eq(metrics.migration, migrations[migrations_count - 1].number);
    ck_assert_int_eq(store_check_file(store), STORE_OK);
    store_close(store);
    store = open_store(file);
    ck_assert_int_eq(postgres_sql(name, "SELECT count(*) FROM migrations"),
                     (int64_t)postgresql_migrations_count);
}
END_TEST

START_TEST(what_is_not_ours_or_not_of_our_time_is_refused) {
    ck_assert_int_eq(try_open(true), STORE_ERROR); /* the database is empty */
    ck_assert_ptr_nonnull(strstr(test_log(), "hexpost migrate"));
    postgres_sql(name, "CREATE TABLE migrations (id int)");
    ck_assert_int_eq(try_open(false), STORE_CORRUPT);
    ck_assert_int_eq(
        postgres_sql(name, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"), 1);
    postgres_sql(name, "DROP TABLE migrations");
    ck_assert_int_eq(try_open(false), STORE_OK);
    postgres_sql(name, "INSERT INTO migrations VALUES (9999, 'later', 0)");
    ck_assert_int_eq(try_open(false), STORE_NEWER);
    ck_assert_int_eq(try_open(true), STORE_NEWER);
    /* A migration that allows this program to run at the same time. */
    postgres_sql(name, "UPDATE migrations SET works_with = 25 WHERE number = 9999");
    ck_assert_int_eq(try_open(false), STORE_OK);
    ck_assert_int_eq(try_open(true), STORE_OK);
    postgres_sql(name, "INSERT INTO migrations VALUES (10000, 'latest', 0, 9999)");
    ck_assert_int_eq(try_open(false), STORE_NEWER);
}
END_TEST

/* A role without superuser rights gives up the right to change a log. */
START_TEST(a_log_only_grows) {
    static const char *const forbidden[] = {"UPDATE events SET kind = 0", "DELETE FROM events",
                                            "TRUNCATE events"};
    char address[ADDRESS_SIZE];
    postgres_sql("postgres", "DROP ROLE IF EXISTS plain; CREATE ROLE plain LOGIN");
    postgres_sql(
        name, "ALTER DATABASE db_postgresql_x OWNER TO plain; ALTER SCHEMA public OWNER TO plain");
    ck_assert_int_eq(store_open(&store, &(struct store_options){.path = postgres_address_as(
                                                                    "plain", name, address)}),
                     STORE_OK);
    int64_t game = make_game(store, make_account(store, "Ann"), "g1");
    ck_assert_int_eq(append(store, game, 1, 3), STORE_OK);
    PGconn *conn = PQconnectdb(address);
    for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++) {
        PGresult *result = PQexec(conn, forbidden[i]);
        const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
        ck_assert_msg(state != NULL && strcmp(state, "42501") == 0, "%s: %s", forbidden[i],
                      PQerrorMessage(conn));
        PQclear(result);
    }
    PQfinish(conn);
    ck_assert_uint_eq(check_log(store_reader_get(store), game), 3);
    store_close(store);
    postgres_sql(name, "REASSIGN OWNED BY plain TO hexpost; DROP OWNED BY plain; DROP ROLE plain");
}
END_TEST

/* ------------------------------------------------------------------------------- chunks -- */

enum { LOG_EVENTS = 300, CHUNKS = LOG_EVENTS / CHUNK_EVENTS };

/* A log with this many events, appended a few at a time. */
static int64_t make_log(int64_t creator, const char *public_id, uint32_t events) {
    int64_t game = make_game(store, creator, public_id);
    for (uint32_t seq = 1, count = 1; seq <= events; seq += count, count = 1 + seq * 7 % 60) {
        count = seq + count > events + 1 ? events + 1 - seq : count;
        ck_assert_int_eq(append(store, game, seq, count), STORE_OK);
        ck_assert_int_eq(postgres_sql(name, "SELECT count(*) FROM event_chunks"
                                            " WHERE id >> 20 = (SELECT max(id) >> 20 FROM events)"),
                         (seq + count - 1) / CHUNK_EVENTS);
    }
    return game;
}

static bool check_untimed(void *context, const struct store_event *event) {
    const struct checked *checked = context;
    struct store_event timed = *event;
    ck_assert_int_eq(event->at, 0);
    timed.at = 1764000000000 + checked->seq + 1;
    return check_event(context, &timed);
}

/* Every window of a log is the same part of it. */
static void check_windows(int64_t game, uint32_t events) {
    static const uint32_t afters[] = {0, 1, 62, 63, 64, 65, 100, 127, 128, 191, 192, 255, 256, 299},
                          limits[] = {0, 1, 63, 64, 65, 66, 128, 129, 200, 1000};
    for (size_t i = 0; i < sizeof afters / sizeof *afters; i++)
        for (size_t k = 0; k < 2 * sizeof limits / sizeof *limits; k++) {
            struct store_window window = {
                .after = afters[i], .limit = limits[k / 2], .times = k % 2 != 0};
            struct checked checked = {game, window.after};
            uint32_t rest = events - window.after;
            bool all = window.limit == 0 || window.limit > rest;
            ck_assert_int_eq(store_events_read(reader, game, &window,
                                               window.times ? check_event : check_untimed,
                                               &checked),
                             STORE_OK);
            ck_assert_uint_eq(checked.seq, window.after + (all ? rest : window.limit));
        }
}

START_TEST(whole_stretches_of_a_log_are_kept_as_chunks) {
    int64_t creator = make_account(store, "Ann"), game = make_log(creator, "g1", LOG_EVENTS);
    int64_t next = make_log(creator, "g2", LOG_EVENTS); /* its keys follow the first one's */
    check_windows(game, LOG_EVENTS);
    check_windows(next, LOG_EVENTS);
    ck_assert_int_eq(postgres_sql(name, "SELECT count(*) FROM events"), 2 * LOG_EVENTS);
}
END_TEST

/* A log written by the previous version of the program, completely or from some event on. */
START_TEST(logs_without_chunks_get_them_with_their_next_events) {
    int64_t game = make_log(make_account(store, "Ann"), "g1", LOG_EVENTS);
    static const char *const lost[] = {"DELETE FROM event_chunks WHERE id & 1048575 > 65",
                                       "DELETE FROM event_chunks"};
    uint32_t seq = LOG_EVENTS;
    for (size_t i = 0; i < sizeof lost / sizeof *lost; i++) {
        postgres_sql(name, lost[i]);
        check_windows(game, seq);
        ck_assert_int_eq(append(store, game, seq + 1, CHUNK_EVENTS), STORE_OK);
        seq += CHUNK_EVENTS;
        ck_assert_int_eq(postgres_sql(name, "SELECT count(*) FROM event_chunks"),
                         seq / CHUNK_EVENTS);
        check_windows(game, seq);
    }
}
END_TEST

START_TEST(logs_from_before_get_their_chunks_with_the_migration) {
    int64_t game = make_log(make_account(store, "Ann"), "g1", LOG_EVENTS);
    const struct migration *chunks = postgresql_migrations;
    while (strcmp(chunks->name, "0030_event_chunks") != 0)
        chunks++;
    postgres_sql(name, "DROP TABLE event_chunks");
    postgres_sql(name, chunks->sql);
    ck_assert_int_eq(postgres_sql(name, "SELECT count(*) FROM event_chunks"), CHUNKS);
    check_windows(game, LOG_EVENTS);
}
END_TEST

/* ------------------------------------------------------------------------------- damage -- */

static void count_finding(void *context, const struct store_finding *finding) {
    ++*(unsigned *)context;
    ck_assert_uint_gt(strlen(finding->text), 0);
}

static bool ignore_event(void *context, const struct store_event *event) {
    (void)context;
    (void)event;
    return true;
}

START_TEST(damage_is_found) {
    unsigned findings = 0;
    int64_t game = make_game(store, make_account(store, "Ann"), "g1");
    ck_assert_int_eq(append(store, game, 1, 20), STORE_OK);
    ck_assert_int_eq(store_check(reader, count_finding, &findings), STORE_OK);
    ck_assert_uint_eq(findings, 0);
    postgres_sql(name, "UPDATE events SET kind = kind + 1 WHERE id & 1048575 = 7");
    ck_assert_int_eq(store_check(reader, count_finding, &findings), STORE_OK);
    ck_assert_uint_eq(findings, 1);
    postgres_sql(name, "UPDATE events SET body = set_byte(body, 3, get_byte(body, 3) # 4)"
                       " WHERE id & 1048575 = 9");
    ck_assert_int_eq(store_events_read(reader, game, &(struct store_window){0}, ignore_event, NULL),
                     STORE_DAMAGED);
    postgres_sql(name, "UPDATE events SET at = at + 1 WHERE id & 1048575 = 20");
    ck_assert_int_eq(append(store, game, 21, 1), STORE_DAMAGED);
    /* A row whose chunk is unchanged. */
    int64_t next = make_log(make_account(store, "Ben"), "g2", CHUNK_EVENTS);
    findings = 0;
    postgres_sql(name, "UPDATE events SET at = at + 1 WHERE id = (SELECT max(id) - 5 FROM events)");
    ck_assert_uint_eq(check_log(reader, next), CHUNK_EVENTS);
    ck_assert_int_eq(store_check(reader, count_finding, &findings), STORE_OK);
    ck_assert_uint_eq(findings, 2);
}
END_TEST

/* Reading a log with such damage gives STORE_DAMAGED. */
static const struct {
    const char *sql;
    unsigned findings; /* without reading the logs */
} damaged_chunks[] = {
    {"UPDATE event_chunks SET body = set_byte(body, 12, get_byte(body, 12) # 4) WHERE id & 1048575 "
     "= 65",
     1},
    {"UPDATE event_chunks SET body = substr(body, 1, length(body) - 1) WHERE id & 1048575 = 193",
     1},
    {"UPDATE event_chunks SET body = '' WHERE id & 1048575 = 1", 1},
    {"UPDATE event_chunks SET body = '\\xffff' WHERE id & 1048575 = 129", 1},
    {"DELETE FROM event_chunks WHERE id & 1048575 = 65", 0},
};

START_TEST(damaged_chunks_are_found) {
    unsigned findings = 0;
    int64_t game = make_log(make_account(store, "Ann"), "g1", CHUNKS * CHUNK_EVENTS);
    postgres_sql(name, damaged_chunks[_i].sql);
    ck_assert_int_eq(store_events_read(reader, game, &(struct store_window){0}, ignore_event, NULL),
                     STORE_DAMAGED);
    ck_assert_int_eq(store_check(reader, count_finding, &findings), STORE_OK);
    ck_assert_uint_eq(findings, damaged_chunks[_i].findings);
    /* The rows are what counts. */
    postgres_sql(name, "DELETE FROM event_chunks");
    check_log(reader, game);
}
END_TEST

/* ---------------------------------------------------------------- what is lost on the way -- */

#define OTHERS                                                                                     \
    " FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"

static void end_connections(void) {
    ck_assert_int_gt(postgres_sql(name, "SELECT count(pg_terminate_backend(pid))" OTHERS), 0);
    while (postgres_sql(name, "SELECT count(*)" OTHERS) > 0) {
    }
}

START_TEST(connections_come_back_by_themselves) {
    int64_t game = make_game(store, make_account(store, "Ann"), "g1");
    for (uint32_t seq = 1; seq <= 3; seq++) {
        end_connections();
        ck_assert_int_eq(append(store, game, seq, 1), STORE_OK);
        ck_assert_uint_eq(check_log(reader, game), seq);
    }
    ck_assert_int_eq(store_read_begin(reader), STORE_OK);
    ck_assert_uint_eq(check_log(reader, game), 3);
    end_connections();
    /* Earlier reads were of another moment. */
    uint32_t last;
    ck_assert_int_eq(store_events_last(reader, game, &last, NULL), STORE_UNAVAILABLE);
    store_read_end(reader);
    ck_assert_uint_eq(check_log(reader, game), 3);
}
END_TEST

static int64_t server_process(void) {
    int64_t pid;
    ck_assert_int_eq(db_number(reader, "SELECT pg_backend_pid()", &pid), STORE_OK);
    return pid;
}

/* Its connection is open but silent: a new one is opened. */
START_TEST(a_server_that_stands_still_is_given_up) {
    int64_t game = make_game(store, make_account(store, "Ann"), "g1"), pid = server_process();
    ck_assert_int_eq(append(store, game, 1, 3), STORE_OK);
    ck_assert_int_eq(kill((pid_t)pid, SIGSTOP), 0);
    ck_assert_uint_eq(check_log(reader, game), 3);
    ck_assert_int_eq(kill((pid_t)pid, SIGCONT), 0);
    ck_assert_ptr_nonnull(strstr(test_log(), "no answer"));
    ck_assert_int_ne(server_process(), pid);
}
END_TEST

/* The writer may have found another server, while the previous one still answers. */
START_TEST(readers_follow_the_writer_to_its_server) {
    int64_t game = make_game(store, make_account(store, "Ann"), "g1"), pid = server_process();
    ck_assert_int_eq(append(store, game, 1, 1), STORE_OK);
    ck_assert_int_eq(server_process(), pid);
    ck_assert_int_ge(postgres_sql(name, "SELECT count(pg_terminate_backend(pid, 60000))" OTHERS
                                        " AND application_name LIKE 'hexpost writer %'"),
                     1);
    ck_assert_int_eq(append(store, game, 2, 1), STORE_OK);
    ck_assert_int_ne(server_process(), pid);
    ck_assert_uint_eq(check_log(reader, game), 2);
}
END_TEST

/* Jobs that each wait until all of them run. */
enum { MEETING = 3 };
static pthread_barrier_t meeting;

static enum store_result run_meeting(struct store_tx *tx, struct store_job *job) {
    (void)tx, (void)job;
    pthread_barrier_wait(&meeting);
    return STORE_OK;
}

static void *call_meeting(void *job) {
    ck_assert_int_eq(store_call(store, job), STORE_OK);
    return NULL;
}

static int64_t count_writers(void) {
    return postgres_sql(name,
                        "SELECT count(*)" OTHERS " AND application_name LIKE 'hexpost writer %'");
}

/* One connects at the start, and then as many as there are concurrent jobs. */
START_TEST(writers_connect_when_they_are_needed) {
    struct store_job jobs[MEETING] = {{0}};
    pthread_t threads[MEETING];
    int64_t game = make_game(store, make_account(store, "Ann"), "g1");
    for (uint32_t seq = 1; seq <= MEETING; seq++)
        ck_assert_int_eq(append(store, game, seq, 1), STORE_OK);
    ck_assert_int_eq(count_writers(), 1);
    ck_assert_int_eq(pthread_barrier_init(&meeting, NULL, MEETING), 0);
    for (int i = 0; i < MEETING; i++) {
        jobs[i] = (struct store_job){.run = run_meeting, .key = game + 1 + i};
        ck_assert_int_eq(pthread_create(&threads[i], NULL, call_meeting, &jobs[i]), 0);
    }
    for (int i = 0; i < MEETING; i++)
        ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
    ck_assert_int_eq(count_writers(), MEETING);
    pthread_barrier_destroy(&meeting);
}
END_TEST

/* A job whose connection is closed during its first run. */
struct cut {
    struct store_job job;
    int64_t game;
    int runs;
};

static enum store_result run_cut(struct store_tx *tx, struct store_job *job) {
    struct cut *cut = (struct cut *)job;
    enum store_result result = append_in(tx, cut->game, 1, 3);
    if (cut->runs++ == 0)
        end_connections();
    return result == STORE_OK ? append_in(tx, cut->game, 4, 2) : result;
}

START_TEST(a_transaction_that_is_lost_is_run_again) {
    struct cut cut = {.job = {.run = run_cut}};
    cut.game = make_game(store, make_account(store, "Ann"), "g1");
    ck_assert_int_eq(store_call(store, &cut.job), STORE_OK);
    ck_assert_int_eq(cut.runs, 2);
    ck_assert_uint_eq(check_log(reader, cut.game), 5);
}
END_TEST

/* A thread that begins to read while the server is down. */
static void *read_late(void *context) {
    static enum store_result result;
    uint32_t last;
    result = store_events_last(store_reader_get(store), *(int64_t *)context, &last, NULL);
    return &result;
}

static enum store_result read_elsewhere(int64_t *game) {
    pthread_t thread;
    void *result;
    ck_assert_int_eq(pthread_create(&thread, NULL, read_late, game), 0);
    ck_assert_int_eq(pthread_join(thread, &result), 0);
    return *(enum store_result *)result;
}

START_TEST(a_server_that_is_away_is_found_again) {
    struct store_metrics metrics;
    uint32_t last;
    int64_t game = make_game(store, make_account(store, "Ann"), "g1");
    ck_assert_int_eq(append(store, game, 1, 3), STORE_OK);
    ck_assert_uint_eq(check_log(reader, game), 3);
    stop_postgresql();
    enum store_result result = append(store, game, 4, 1);
    ck_assert_msg(result == STORE_UNAVAILABLE, "%s: %s", store_result_name(result), test_log());
    ck_assert_int_eq(store_events_last(reader, game, &last, NULL), STORE_UNAVAILABLE);
    ck_assert_int_eq(store_read_begin(reader), STORE_UNAVAILABLE);
    ck_assert_int_eq(store_check_file(store), STORE_UNAVAILABLE);
    ck_assert_int_eq(read_elsewhere(&game), STORE_UNAVAILABLE);
    store_metrics(store, &metrics);
    ck_assert_int_eq(metrics.last_commit, STORE_UNAVAILABLE);
    start_postgresql();
    ck_assert_uint_eq(check_log(reader, game), 3);
    ck_assert_int_eq(read_elsewhere(&game), STORE_OK);
    ck_assert_int_eq(append(store, game, 4, 1), STORE_OK);
    ck_assert_int_eq(store_check_file(store), STORE_OK);
    ck_assert_uint_eq(check_log(reader, game), 4);
}
END_TEST

/* Another process has written in the meantime: a process that has lost the lock must not write. */
START_TEST(a_lock_that_is_lost_is_not_written_without) {
    int64_t game = make_game(store, make_account(store, "Ann"), "g1");
    PGconn *other = connect_database(name);
    end_connections();
    other = (PQfinish(other), connect_database(name));
    PQclear(PQexec(other, "SELECT pg_advisory_lock(1213747284)"));
    ck_assert_int_eq(append(store, game, 1, 1), STORE_BUSY);
    PQfinish(other);
    ck_assert_int_eq(append(store, game, 1, 1), STORE_OK);
}
END_TEST

/* The server closes the connection in the first commit, before it is made; a sequence identifies that commit. */
START_TEST(a_commit_that_was_not_made_is_made_again) {
    int64_t game = make_game(store, make_account(store, "Ann"), "g1");
    postgres_sql(name, "CREATE SEQUENCE tries;"
                       "CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN"
                       " IF nextval('tries') = 1 THEN"
                       "  PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(60);"
                       " END IF; RETURN NULL; END$$;"
                       "CREATE CONSTRAINT TRIGGER cut AFTER INSERT ON events"
                       " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION cut()");
    ck_assert_int_eq(append(store, game, 1, 1), STORE_OK);
    ck_assert_int_gt(postgres_sql(name, "SELECT last_value FROM tries"), 1);
    ck_assert_uint_eq(check_log(reader, game), 1);
}
END_TEST

/* With a second machine configured that does not exist, a commit waits for it after it is made here. */
static void wait_for_replica(bool wait) {
    postgres_sql("postgres", wait ? "ALTER SYSTEM SET synchronous_standby_names = 'nobody'"
                                  : "ALTER SYSTEM RESET synchronous_standby_names");
    postgres_sql("postgres", "SELECT pg_reload_conf()");
    while (postgres_sql("postgres", wait ? "SELECT (current_setting('synchronous_standby_names')"
                                           " = '')::int"
                                         : "SELECT (current_setting('synchronous_standby_names')"
                                           " <> '')::int") != 0) {
    }
}

static void *append_one(void *context) {
    static enum store_result result;
    result = append(store, *(int64_t *)context, 1, 1);
    return &result;
}

/* Begins an append, and returns when its commit waits. */
static pthread_t begin_waiting(int64_t *game) {
    pthread_t thread;
    wait_for_replica(true);
    ck_assert_int_eq(pthread_create(&thread, NULL, append_one, game), 0);
    while (postgres_sql(name, "SELECT count(*)" OTHERS " AND wait_event = 'SyncRep'") == 0) {
    }
    return thread;
}

static enum store_result end_waiting(pthread_t thread) {
    void *result;
    wait_for_replica(false);
    ck_assert_int_eq(pthread_join(thread, &result), 0);
    return *(enum store_result *)result;
}

START_TEST(a_commit_whose_answer_is_lost_is_found) {
    int64_t game = make_game(store, make_account(store, "Ann"), "g1");
    pthread_t thread = begin_waiting(&game);
    unsigned writer = 0;
    pthread_mutex_lock(&store->lock);
    while (!store->writers[writer].busy)
        writer++;
    pthread_mutex_unlock(&store->lock);
    const struct pg_connection *connection = store->writers[writer].reader.db;
    ck_assert_int_eq(shutdown(PQsocket(connection->conn), SHUT_RDWR), 0);
    ck_assert_int_eq(end_waiting(thread), STORE_OK);
    ck_assert_ptr_nonnull(strstr(test_log(), "response was lost was made"));
    ck_assert_uint_eq(check_log(reader, game), 1);
    ck_assert_int_eq(append(store, game, 2, 1), STORE_OK);
}
END_TEST

START_TEST(a_commit_that_is_not_on_the_other_machine_is_not_said_to_be) {
    int64_t game = make_game(store, make_account(store, "Ann"), "g1");
    pthread_t thread = begin_waiting(&game);
    postgres_sql(name, "SELECT pg_cancel_backend(pid)" OTHERS " AND wait_event = 'SyncRep'");
    ck_assert_int_eq(end_waiting(thread), STORE_UNSETTLED);
    ck_assert_uint_eq(check_log(reader, game), 1);
    ck_assert_int_eq(append(store, game, 2, 1), STORE_OK);
}
END_TEST

/* ----------------------------------------------------------------------------- the suite -- */

#define OPENED setup, .teardown = teardown
#define CASE(name, test, fixture)                                                                  \
    { (name), (test), .setup = fixture }

static Suite *suite(void) {
    return test_suite(
        "postgresql",
        (const struct test_case[]){
            CASE("tables", both_databases_have_the_same_tables, OPENED),
            CASE("numbers", migrations_have_the_same_numbers, NULL),
            CASE("statements", every_statement_can_be_prepared, OPENED),
            CASE("shares", shares_are_dealt_out_and_fenced, OPENED),
            CASE("changes", each_process_hears_of_the_others_changes, OPENED),
            CASE("stands still", a_server_that_stands_still_is_given_up, OPENED),
            CASE("several", several_processes_open_it, OPENED),
            CASE("refused", what_is_not_ours_or_not_of_our_time_is_refused, setup_empty),
            CASE("only grows", a_log_only_grows, setup_empty),
            CASE("chunks", whole_stretches_of_a_log_are_kept_as_chunks, OPENED),
            CASE("no chunks", logs_without_chunks_get_them_with_their_next_events, OPENED),
            CASE("migration", logs_from_before_get_their_chunks_with_the_migration, OPENED),
            CASE("damage", damage_is_found, OPENED),
            {"damaged chunks", damaged_chunks_are_found, .setup = OPENED,
             .loops = sizeof damaged_chunks / sizeof *damaged_chunks},
            CASE("connections", connections_come_back_by_themselves, OPENED),
            CASE("readers", readers_follow_the_writer_to_its_server, OPENED),
            CASE("needed", writers_connect_when_they_are_needed, OPENED),
            CASE("again", a_transaction_that_is_lost_is_run_again, OPENED),
            CASE("server", a_server_that_is_away_is_found_again, OPENED),
            CASE("lock", a_lock_that_is_lost_is_not_written_without, OPENED),
            CASE("not made", a_commit_that_was_not_made_is_made_again, OPENED),
            CASE("made", a_commit_whose_answer_is_lost_is_found, OPENED),
            CASE("one machine", a_commit_that_is_not_on_the_other_machine_is_not_said_to_be,
                 OPENED),
            {0},
        });
}

/* Without a server it starts its own, and runs again with that. */
int main(int argc, char **argv) {
    (void)argc;
    if (has_own_postgresql()) /* a case stops the server */
        return test_run(suite());
    run_with_postgresql(argv[0]);
    return EXIT_FAILURE;
}
