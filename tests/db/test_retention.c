/* SPDX-License-Identifier: AGPL-3.0-or-later */

/* No table that knows accounts, or whose rows have an end, is left out of the table of what is
 * forgotten: the schema says which these are. */
#include "db/db_int.h"
#include "db/retention.h"
#include "tests/db/store_help.h"
#include "tests/support/check_main.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

static const char path[] = "retention.db";
static struct store *store;
static sqlite3 *db;

static void setup(void) {
    remove_store(path);
    store = open_store(path);
    db = store_reader_get(store)->db;
}

static void teardown(void) {
    store_close(store);
}

static const struct retention *row_of(const char *table) {
    const struct retention *row = retentions;
    while (row->table != NULL && strcmp(row->table, table) != 0)
        row++;
    return row;
}

static int64_t count(const char *sql, const char *table) {
    char text[512];
    sqlite3_stmt *stmt;
    snprintf(text, sizeof text, sql, table);
    ck_assert_msg(sqlite3_prepare_v2(db, text, -1, &stmt, NULL) == SQLITE_OK, "%s: %s", text,
                  sqlite3_errmsg(db));
    ck_assert_int_eq(sqlite3_step(stmt), SQLITE_ROW);
    int64_t value = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    return value;
}

START_TEST(every_table_is_forgotten_or_stays_for_a_reason) {
    sqlite3_stmt *tables;
    int seen = 0;
    ck_assert_int_eq(sqlite3_prepare_v2(db, "SELECT name FROM sqlite_master WHERE type = 'table'",
                                        -1, &tables, NULL),
                     SQLITE_OK);
    while (sqlite3_step(tables) == SQLITE_ROW) {
        const char *table = (const char *)sqlite3_column_text(tables, 0);
        const struct retention *row = row_of(table);
        bool of_accounts = count("SELECT count(*) FROM pragma_foreign_key_list('%s')"
                                 " WHERE \"table\" = 'accounts'",
                                 table) > 0;
        bool ends = count("SELECT count(*) FROM pragma_table_info('%s')"
                          " WHERE name = 'expires_at'",
                          table) > 0 ||
                    count("SELECT count(*) FROM pragma_index_list('%s')"
                          " WHERE name LIKE '%%_by_age' OR name LIKE '%%_by_end'",
                          table) > 0;
        ck_assert_msg(!of_accounts || row->forget != NULL || row->stays != NULL,
                      "%s: is it forgotten with an account, or why does it stay?", table);
        ck_assert_msg(!ends || row->old != NULL || row->stays != NULL,
                      "%s: when are its rows forgotten?", table);
        ck_assert_msg((row->old == NULL) == (row->key == NULL), "%s", table);
        seen += of_accounts || ends;
    }
    sqlite3_finalize(tables);
    ck_assert_int_gt(seen, 20);
}
END_TEST

static enum store_result run_prune(struct store_tx *tx, void *context) {
    return store_prune(tx, 1764000000000, 10, context);
}

/* Each row of the table becomes a statement that the database takes. */
START_TEST(every_row_can_be_run) {
    int64_t ann = make_account(store, "Ann");
    unsigned removed;
    for (const struct retention *row = retentions; row->table != NULL; row++)
        ck_assert_int_eq(count("SELECT count(*) FROM sqlite_master WHERE name = '%s'", row->table),
                         1);
    ck_assert_int_eq(in_tx(store, run_prune, &removed), STORE_OK);
    ck_assert_uint_eq(removed, 0);
    ck_assert_int_eq(in_tx(store, delete_account, &ann), STORE_OK);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "retention",
        (const struct test_case[]){
            {.name = "schema",
             every_table_is_forgotten_or_stays_for_a_reason,
             .setup = setup,
             .teardown = teardown},
            {.name = "statements", every_row_can_be_run, .setup = setup, .teardown = teardown},
            {0},
        });
}
TEST_MAIN(suite)
