/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SUPPORT_SQL_H
#define TESTS_SUPPORT_SQL_H

/* Runs SQL, formatted as by printf, on the database at PATH, regardless of its checks and triggers, as damage would.
 * The functions of migrations/0022_checksums.sql are available, and flip_bit(bytes, bit) and flip_number(number, bit).
 * A server may have the database open. A failure fails the test. */
__attribute__((format(printf, 2, 3))) void sql_force(const char *path, const char *sql, ...);

/* The same below the layer that checks pages: the change is damage on the disk. SQLite only; no server may have the
 * database open. */
__attribute__((format(printf, 2, 3))) void sql_damage(const char *path, const char *sql, ...);

/* Fails the test unless the file at PATH is an intact database. */
void sql_check(const char *path);

#endif
