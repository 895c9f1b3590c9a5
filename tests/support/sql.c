/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/support/sql.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "db/sqlite/sqlite.h"
#include "tests/support/check_main.h"
#include "tests/support/postgres.h"

enum { SQL_MAX = 1024, BYTES_MAX = 4096 };

static void run(sqlite3 *db, const char *sql) {
    REQUIRE(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, "%s: %s", sql,
            sqlite3_errmsg(db));
}

/* flip_bit(bytes, bit) */
static void flip_bit(sqlite3_context *context, int count, sqlite3_value **values) {
    uint8_t bytes[BYTES_MAX];
    size_t size = (size_t)sqlite3_value_bytes(values[0]);
    unsigned bit = (unsigned)sqlite3_value_int(values[1]);

    (void)count;
    REQUIRE(size <= sizeof bytes && bit < 8 * size, "there is no bit %u", bit);
    memcpy(bytes, sqlite3_value_blob(values[0]), size);
    bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    sqlite3_result_blob(context, bytes, (int)size, SQLITE_TRANSIENT);
}

/* flip_number(number, bit); null is 0. */
static void flip_number(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    sqlite3_result_int64(context, sqlite3_value_int64(values[0]) ^
                                      (sqlite3_int64)1 << sqlite3_value_int(values[1]));
}

static void add_function(sqlite3 *db, const char *name,
                         void (*function)(sqlite3_context *, int, sqlite3_value **)) {
    REQUIRE(sqlite3_create_function_v2(db, name, 2, SQLITE_UTF8, NULL, function, NULL, NULL,
                                       NULL) == SQLITE_OK,
            "no %s", name);
}

void sql_force(const char *path, const char *sql, ...) {
    char text[SQL_MAX];
    sqlite3 *db;
    va_list args;

    va_start(args, sql);
    vsnprintf(text, sizeof text, sql, args);
    va_end(args);
    if (on_postgresql()) {
        test_database_sql(path, text);
        return;
    }
    REQUIRE(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, pages_layer()) == SQLITE_OK, "no %s",
            path);
    REQUIRE(sqlite_register_checksums(db) == SQLITE_OK, "no functions");
    add_function(db, "flip_bit", flip_bit);
    add_function(db, "flip_number", flip_number);
    sqlite3_busy_timeout(db, BUSY_TIMEOUT_MS);
    run(db, "PRAGMA ignore_check_constraints = 1");
    run(db, "DROP TRIGGER IF EXISTS events_are_not_changed");
    run(db, "DROP TRIGGER IF EXISTS events_are_not_removed");
    run(db, text);
    sqlite3_close(db);
}

void sql_damage(const char *path, const char *sql, ...) {
    char text[SQL_MAX];
    sqlite3 *db;
    va_list args;

    va_start(args, sql);
    vsnprintf(text, sizeof text, sql, args);
    va_end(args);
    REQUIRE(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK, "no %s", path);
    run(db, text);
    REQUIRE(sqlite3_changes(db) > 0, "%s changes nothing", text);
    sqlite3_close(db);
}

static int count_fault(void *context, int columns, char **values, char **names) {
    (void)names;
    if (columns != 1 || strcmp(values[0], "ok") != 0) {
        printf("%s\n", columns == 1 ? values[0] : "no result");
        ++*(int *)context;
    }
    return 0;
}

void sql_check(const char *path) {
    int faults = 0;
    sqlite3 *db;

    REQUIRE(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, pages_layer()) == SQLITE_OK, "no %s",
            path);
    REQUIRE(sqlite3_exec(db, "PRAGMA integrity_check", count_fault, &faults, NULL) == SQLITE_OK,
            "%s: %s", path, sqlite3_errmsg(db));
    REQUIRE(faults == 0, "%s is damaged", path);
    sqlite3_close(db);
}
