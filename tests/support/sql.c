/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/support/sql.h"

#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/check_main.h"

enum { SQL_MAX = 1024 };

static void run(sqlite3 *db, const char *sql) {
    REQUIRE(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, "%s: %s", sql,
            sqlite3_errmsg(db));
}

void sql_force(const char *path, const char *sql, ...) {
    char text[SQL_MAX];
    sqlite3 *db;
    va_list args;

    va_start(args, sql);
    vsnprintf(text, sizeof text, sql, args);
    va_end(args);
    REQUIRE(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK, "no %s", path);
    run(db, "PRAGMA ignore_check_constraints = 1");
    run(db, "DROP TRIGGER IF EXISTS events_are_not_changed");
    run(db, "DROP TRIGGER IF EXISTS events_are_not_removed");
    run(db, text);
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

    REQUIRE(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK, "no %s", path);
    REQUIRE(sqlite3_exec(db, "PRAGMA integrity_check", count_fault, &faults, NULL) == SQLITE_OK,
            "%s: %s", path, sqlite3_errmsg(db));
    REQUIRE(faults == 0, "%s is damaged", path);
    sqlite3_close(db);
}
