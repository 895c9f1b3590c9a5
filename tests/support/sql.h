/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SUPPORT_SQL_H
#define TESTS_SUPPORT_SQL_H

/* Runs SQL, made by printf's rules, on the database at PATH, whatever its checks and triggers would
 * say: as damage does. The functions of migrations/0022_checksums.sql are there too, and
 * flip_bit(bytes, bit) and flip_number(number, bit). A server may have it open. The test fails where it cannot. */
__attribute__((format(printf, 2, 3))) void sql_force(const char *path, const char *sql, ...);

/* The same below the layer that watches over pages: what it changes is damage on the disk. SQLite only; no server has
 * the database open. */
__attribute__((format(printf, 2, 3))) void sql_damage(const char *path, const char *sql, ...);

/* Fails the test unless the file at PATH is a whole database. */
void sql_check(const char *path);

#endif
