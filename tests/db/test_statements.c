/* SPDX-License-Identifier: AGPL-3.0-or-later */

/* Every statement of the store: it can be prepared, another database would accept it too, and it finds its rows by an
 * index. The whole library is linked in, so that none is missing. */
#include "db/db_int.h"
#include "tests/db/store_help.h"
#include "tests/support/check_main.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

static const char path[] = "statements.db";

static void setup(void) {
    remove_store(path);
}

static struct store *open_with(sqlite3 **db) {
    struct store *store = open_store(path);
    *db = store_reader_get(store)->db;
    return store;
}

START_TEST(every_statement_can_be_prepared) {
    sqlite3 *db;
    struct store *store = open_with(&db);
    ck_assert_uint_gt(statement_count(), 150);
    for (size_t i = 0; i < statement_count(); i++) {
        char text[STATEMENT_SIZE];
        sqlite3_stmt *stmt = NULL;
        if (__start_statements[i].sql == NULL)
            continue;
        statement_text(&__start_statements[i], __start_statements[i].sql, text);
        int rc = sqlite3_prepare_v2(db, text, -1, &stmt, NULL);
        ck_assert_msg(rc == SQLITE_OK, "%s: %s", text, sqlite3_errmsg(db));
        sqlite3_finalize(stmt);
    }
    store_close(store);
}
END_TEST

/* What only SQLite accepts, or interprets in its own way. */
static const char *const dialect[] = {
    "OR REPLACE", "OR IGNORE", "iif(",    "ifnull(", "NOCASE",          "LIMIT -1",
    "max(",       "min(a",     " IS ?",   "rowid",   "dbstat",          "hand_out_event",
    "keep_event", "GLOB",      "PRAGMA ", "json_",   "BEGIN IMMEDIATE",
};

/* Whether a text contains any of them. */
static bool in_dialect(const struct statement *statement, const char *sql) {
    char text[STATEMENT_SIZE];
    bool found = false;
    statement_text(statement, sql, text);
    for (size_t k = 0; k < sizeof dialect / sizeof *dialect; k++)
        found = found || strstr(text, dialect[k]) != NULL;
    return found;
}

START_TEST(only_statements_with_another_text_are_in_sqlites_own_dialect) {
    for (size_t i = 0; i < statement_count(); i++) {
        const struct statement *statement = &__start_statements[i];
        ck_assert_msg(statement->postgresql != NULL || !in_dialect(statement, statement->sql),
                      "%s: is SQLite's alone", statement->sql);
        ck_assert_msg(statement->postgresql == NULL ||
                          !in_dialect(statement, statement->postgresql),
                      "%s: is SQLite's", statement->postgresql);
    }
}
END_TEST

/* Whether a step of a plan reads a whole table that can grow. */
static bool reads_all(const char *plan) {
    static const char *const fine[] = {
        "s",        "unread",     "places", "hosts",
        "c",        "(subquery",  "played", /* narrowed inside */
        "CONSTANT", "dbstat",               /* not a table; for operators */
        "push_key", "chat_codes",           /* one row; minutes old */
        "talk",                             /* from its end, one row */
        "family",                           /* found by the same statement */
    };
    if (strncmp(plan, "SCAN ", 5) != 0)
        return false;
    if (strstr(plan, " USING INDEX games_by_name") != NULL)
        return true; /* all of it, where a name is looked for */
    if (strstr(plan, " USING ") != NULL)
        return false;
    size_t length = strcspn(plan + 5, " -");
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++)
        if (strlen(fine[i]) == length && strncmp(plan + 5, fine[i], length) == 0)
            return false;
    return true;
}

START_TEST(every_statement_finds_its_rows_by_an_index) {
    sqlite3 *db;
    struct store *store = open_with(&db);
    for (size_t i = 0; i < statement_count(); i++) {
        char text[STATEMENT_SIZE], explain[STATEMENT_SIZE + 32];
        sqlite3_stmt *stmt = NULL;
        if (__start_statements[i].sql == NULL)
            continue;
        statement_text(&__start_statements[i], __start_statements[i].sql, text);
        /* The scans of a plain INSERT are for references, and happen only if some are known to be broken. */
        if (strstr(text, ") VALUES (") != NULL)
            continue;
        snprintf(explain, sizeof explain, "EXPLAIN QUERY PLAN %s", text);
        ck_assert_int_eq(sqlite3_prepare_v2(db, explain, -1, &stmt, NULL), SQLITE_OK);
        while (sqlite3_step(stmt) == SQLITE_ROW) {
            const char *plan = (const char *)sqlite3_column_text(stmt, 3);
            ck_assert_msg(!reads_all(plan), "%s: %s", text, plan);
        }
        sqlite3_finalize(stmt);
    }
    store_close(store);
}
END_TEST

static Suite *suite(void) {
    return test_suite("statements",
                      (const struct test_case[]){
                          {"prepared", every_statement_can_be_prepared, .setup = setup},
                          {"dialect", only_statements_with_another_text_are_in_sqlites_own_dialect,
                           .setup = setup},
                          {"plans", every_statement_finds_its_rows_by_an_index, .setup = setup},
                          {0},
                      });
}
TEST_MAIN(suite)
