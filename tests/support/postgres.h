/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SUPPORT_POSTGRES_H
#define TESTS_SUPPORT_POSTGRES_H

#include <libpq-fe.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether the test runs on its private server (tests/support/postgres.sh), whose address is in TEST_DB. */
bool on_postgresql(void);

enum { ADDRESS_SIZE = 512 };

/* The address of a database there, for a role (the server's owner). Returns ADDRESS. */
const char *postgres_address_as(const char *role, const char *database, char address[ADDRESS_SIZE]);
const char *postgres_address(const char *database, char address[ADDRESS_SIZE]);

/* Replaces the database of that name by an empty one; closes all connections to it. */
void make_database(const char *database);

/* A connection for the test, to be closed by PQfinish. */
PGconn *connect_database(const char *database);

/* Runs SQL that must succeed; returns the number that it gives, 0: none. */
int64_t postgres_sql(const char *database, const char *sql);

/* Where to open a store of that name: PATH itself, or, if the test runs on PostgreSQL, the address of a database that
 * belongs to this program. Static storage. */
const char *test_database(const char *path);
/* Runs SQL there, which must succeed. */
void test_database_sql(const char *path, const char *sql);
/* Creates that database, or deletes all its rows. Does nothing if PATH is a file. */
void make_test_database(const char *path);

/* Creates it if it does not exist, as SQLite does with a file. */
void need_test_database(const char *path);

/* Replaces the calling process by PROGRAM with such a server of its own. Returns only on failure. */
void run_with_postgresql(char *program);

/* Whether that was done, so that no other program uses the server. */
bool has_own_postgresql(void);

/* Stops the server and starts it again: only if the server belongs to this program. */
void stop_postgresql(void);
void start_postgresql(void);

#endif
