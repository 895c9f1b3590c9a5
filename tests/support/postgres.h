/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SUPPORT_POSTGRES_H
#define TESTS_SUPPORT_POSTGRES_H

#include <libpq-fe.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The private server of the test (tests/support/postgres.sh), which TEST_DB leads to. */
bool on_postgresql(void);

enum { ADDRESS_SIZE = 512 };

/* The address of a database there, for a role (the server's owner). Returns ADDRESS. */
const char *postgres_address_as(const char *role, const char *database, char address[ADDRESS_SIZE]);
const char *postgres_address(const char *database, char address[ADDRESS_SIZE]);

/* An empty database of that name in place of what there was; nobody is connected to it any more. */
void make_database(const char *database);

/* A connection of the test's own, to be given to PQfinish. */
PGconn *connect_database(const char *database);

/* Runs SQL that has to succeed; the number that it gives, 0: none. */
int64_t postgres_sql(const char *database, const char *sql);

/* Where a store of that name is opened: PATH itself, or where the test runs on PostgreSQL the address of a
 * database there, the program's own. Static storage. */
const char *test_database(const char *path);
/* Runs SQL there, which has to succeed. */
void test_database_sql(const char *path, const char *sql);
/* Makes that database, or takes all rows out of it. Nothing, where PATH is a file. */
void make_test_database(const char *path);

/* Makes it where it is not there, as a file makes itself. */
void need_test_database(const char *path);

/* Takes the place of the calling program by PROGRAM with such a server of its own. Returns only where it cannot. */
void run_with_postgresql(char *program);

/* Whether that has been done: nobody else is on the server. */
bool has_own_postgresql(void);

/* Takes the server away, and gives it back: only where the server is the program's own. */
void stop_postgresql(void);
void start_postgresql(void);

#endif
