/* SPDX-License-Identifier: AGPL-3.0-or-later */

/* Every table that refers to accounts, or whose rows expire, is in the table of retention: the schema says which these
 * are. */
#include "db/db_int.h"
#include "db/retention.h"
#include "db/sqlite/sqlite.h"
#include "tests/db/store_help.h"
#include "tests/support/check_main.h"

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

/* Each row of the table becomes a statement that the database accepts. */
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

/* Ann, who leaves, and Bob, who stays, with everything that could still identify Ann. */
static const char left_behind[] =
    "UPDATE accounts SET email = 'Ann@example.org' WHERE name = 'Ann';"
    "INSERT INTO tokens (public_id, account_id, name, hash, created_at)"
    " SELECT 't' || id, id, 'laptop of ' || name, randomblob(32), 1 FROM accounts;"
    "INSERT INTO games (public_id, mode, status, creator, created_at, server_seed, commitment,"
    " setup)"
    " SELECT 'g' || id, 0, 0, id, 1, randomblob(32), randomblob(32), x'00' FROM accounts;"
    "INSERT INTO seats (game_id, seat, kind, invite) SELECT id, 1, 3,"
    " CASE WHEN creator = 1 THEN 'eve@example.org' ELSE 'ann@example.ORG' END FROM games;"
    "INSERT INTO seats (game_id, seat, kind, invite)"
    " SELECT id, 2, 3, 'zoe@example.org' FROM games WHERE creator <> 1;"
    "INSERT INTO mail_invitations (game_id, address, account_id, at)"
    " SELECT game_id, lower(invite), g.creator, 1 FROM seats JOIN games g ON g.id = game_id;"
    "INSERT INTO talk (game_id, account_id, seat, to_seats, mentions, at, text)"
    " SELECT 1, id, 0, 0, 0, 1, 'aloud' FROM accounts;"
    "INSERT INTO talk (game_id, account_id, seat, to_seats, mentions, at, text)"
    " SELECT 1, id, 0, 2, 0, 1, 'whispered' FROM accounts;"
    "INSERT INTO talk_readers (talk_id, account_id)"
    " SELECT t.id, a.id FROM talk t JOIN accounts a ON a.id <> t.account_id WHERE to_seats <> 0;";

START_TEST(nothing_of_whoever_leaves_is_left) {
    static const struct {
        const char *what;
        int64_t before, after;
    } counts[] = {
        {"tokens WHERE name IS NOT NULL", 2, 1},
        {"tokens WHERE name = 'laptop of Bob'", 1, 1},
        {"talk WHERE text = 'aloud'", 2, 2},
        {"talk WHERE text = 'whispered'", 2, 1},
        {"talk WHERE text = 'whispered' AND account_id = 2", 1, 1},
        {"talk_readers", 2, 0},
        {"seats WHERE invite = 'eve@example.org'", 1, 0},
        {"seats WHERE lower(invite) = 'ann@example.org'", 1, 0},
        {"seats WHERE invite = 'zoe@example.org'", 1, 1},
        {"mail_invitations", 3, 1},
        {"mail_invitations WHERE address = 'zoe@example.org'", 1, 1},
    };
    int64_t ann = make_account(store, "Ann");
    sqlite3 *writing;
    make_account(store, "Bob");
    ck_assert_int_eq(ann, 1);
    ck_assert_int_eq(sqlite3_open_v2(path, &writing, SQLITE_OPEN_READWRITE, pages_layer()),
                     SQLITE_OK);
    ck_assert_msg(sqlite3_exec(writing, left_behind, NULL, NULL, NULL) == SQLITE_OK, "%s",
                  sqlite3_errmsg(writing));
    sqlite3_close(writing);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        ck_assert_msg(count("SELECT count(*) FROM %s", counts[i].what) == counts[i].before, "%s",
                      counts[i].what);
    ck_assert_int_eq(in_tx(store, delete_account, &ann), STORE_OK);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        ck_assert_msg(count("SELECT count(*) FROM %s", counts[i].what) == counts[i].after, "%s",
                      counts[i].what);
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
            {.name = "left behind",
             nothing_of_whoever_leaves_is_left,
             .setup = setup,
             .teardown = teardown},
            {.name = "statements", every_row_can_be_run, .setup = setup, .teardown = teardown},
            {0},
        });
}
TEST_MAIN(suite)
