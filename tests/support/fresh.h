/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SUPPORT_FRESH_H
#define TESTS_SUPPORT_FRESH_H

/* Copies a database with all migrations to PATH, if there is no file yet: applying them takes longer than many tests.
 * tests/run.sh makes it once (TEST_FRESH), otherwise the program does. Does nothing on PostgreSQL. */
void fresh_database(const char *path);

#endif
