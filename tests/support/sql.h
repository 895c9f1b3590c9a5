/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SUPPORT_SQL_H
#define TESTS_SUPPORT_SQL_H

/* Runs SQL, made by printf's rules, on the database at PATH, which no server has open, whatever its
 * checks and triggers would say: as damage does. The test fails where it cannot. */
__attribute__((format(printf, 2, 3))) void sql_force(const char *path, const char *sql, ...);

/* Fails the test unless the file at PATH is a whole database. */
void sql_check(const char *path);

#endif
