/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/support/postgres.h"

#include "tests/support/check_main.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NAME_SIZE = 64 };

bool on_postgresql(void) {
    return getenv("TEST_DB") != NULL;
}

const char *postgres_address_as(const char *role, const char *database,
                                char address[ADDRESS_SIZE]) {
    const char *folder = getenv("TEST_DB");
    REQUIRE(folder != NULL, "TEST_DB names no server");
    snprintf(address, ADDRESS_SIZE, "postgresql://%s@/%s?host=%s", role, database, folder);
    return address;
}

const char *postgres_address(const char *database, char address[ADDRESS_SIZE]) {
    return postgres_address_as("hexpost", database, address);
}

PGconn *connect_database(const char *database) {
    char address[ADDRESS_SIZE];
    PGconn *conn = PQconnectdb(postgres_address(database, address));
    REQUIRE(PQstatus(conn) == CONNECTION_OK, "%s", PQerrorMessage(conn));
    return conn;
}

int64_t postgres_sql(const char *database, const char *sql) {
    PGconn *conn = connect_database(database);
    PGresult *result = PQexec(conn, sql);
    ExecStatusType status = PQresultStatus(result);
    int64_t number = 0;
    REQUIRE(status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK, "%s: %s", sql,
            PQerrorMessage(conn));
    if (PQntuples(result) > 0)
        number = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
    PQclear(result);
    PQfinish(conn);
    return number;
}

void make_database(const char *database) {
    char sql[256];
    snprintf(sql, sizeof sql, "DROP DATABASE IF EXISTS \"%s\" WITH (FORCE)", database);
    postgres_sql("postgres", sql);
    snprintf(sql, sizeof sql, "CREATE DATABASE \"%s\" TEMPLATE template0", database);
    postgres_sql("postgres", sql);
}

/* A database's name, with the program's, because programs run in parallel. */
static const char *database_name(const char *path, char to[NAME_SIZE]) {
    snprintf(to, NAME_SIZE, "%.30s_%.30s", program_invocation_short_name, path);
    return to;
}

const char *test_database(const char *path) {
    static char address[ADDRESS_SIZE];
    char name[NAME_SIZE];
    return on_postgresql() ? postgres_address(database_name(path, name), address) : path;
}

void test_database_sql(const char *path, const char *sql) {
    char name[NAME_SIZE];
    postgres_sql(database_name(path, name), sql);
}

/* Much quicker than a new database, and than TRUNCATE, which creates new files for every table and index. */
static const char empty_tables[] =
    "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = "
    "current_database()"
    "  AND pid <> pg_backend_pid();"
    "SET session_replication_role = replica;" /* foreign keys are not checked */
    "DO $$DECLARE name text; BEGIN"
    " FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
    "   AND tablename NOT IN ('migrations', 'commits') LOOP"
    "  EXECUTE format('DELETE FROM %I', name);"
    " END LOOP;"
    " FOR name IN SELECT sequencename FROM pg_sequences WHERE last_value IS NOT NULL LOOP"
    "  EXECUTE format('ALTER SEQUENCE %I RESTART', name);"
    " END LOOP;"
    "END$$";

static bool is_there(const char *database) {
    char address[ADDRESS_SIZE];
    PGconn *conn = PQconnectdb(postgres_address(database, address));
    bool there = PQstatus(conn) == CONNECTION_OK;
    PQfinish(conn);
    return there;
}

void make_test_database(const char *path) {
    char name[NAME_SIZE];
    if (on_postgresql() && is_there(database_name(path, name)))
        postgres_sql(name, empty_tables);
    else
        need_test_database(path);
}

void need_test_database(const char *path) {
    char name[NAME_SIZE];
    if (on_postgresql() && !is_there(database_name(path, name)))
        make_database(name);
}

static const char own_server[] = "TEST_DB_OWN";

bool has_own_postgresql(void) {
    return on_postgresql() && getenv(own_server) != NULL;
}

void run_with_postgresql(char *program) {
    char script[4096];
    snprintf(script, sizeof script, "%s/tests/support/postgres.sh", test_root());
    if (setenv(own_server, "1", 1) != 0)
        return;
    execl(script, script, "with", program, (char *)NULL);
    perror(script);
}

static void control_server(const char *what) {
    const char *script = test_path("tests/support/postgres.sh");
    char *const arguments[] = {(char *)(uintptr_t)script, (char *)(uintptr_t)what,
                               getenv("TEST_DB"), NULL};
    pid_t pid;
    int status;
    REQUIRE(posix_spawn(&pid, script, NULL, NULL, arguments, environ) == 0, "%s", script);
    REQUIRE(waitpid(pid, &status, 0) == pid && status == 0, "%s %s: %d", script, what, status);
}

void stop_postgresql(void) {
    control_server("stop");
}

void start_postgresql(void) {
    control_server("start");
}
