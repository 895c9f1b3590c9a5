/* SPDX-License-Identifier: AGPL-3.0-or-later */

/* A database by its address: who may open it, and whether it is ours. */
#include "db/postgresql/postgresql.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

/* --------------------------------------------------------------------------- the address -- */

/* The target_session_attrs to use, by what the address says. All connections, readers too, go to the host that
 * accepts writes, as they have to see what was just committed. So a store that serves overrides or refuses an
 * address that asks for another host. */
static const struct session_row {
    const char *said, *serving; /* NULL: such a host never accepts writes */
} sessions[] = {
    {"any", "primary"},
    {"primary", "primary"},
    {"read-write", "read-write"},
    {"prefer-standby", "primary"},
    {"standby", NULL},
    {"read-only", NULL},
};

static enum store_result choose_session(const struct store *store, const char *said) {
    struct pg_store *own = store->own;
    const struct session_row *row = sessions, *end = sessions + sizeof sessions / sizeof *sessions;
    own->session = store->read_only ? "any" : "primary";
    if (said[0] == '\0')
        return STORE_OK;
    while (row < end && strcmp(row->said, said) != 0)
        row++;
    if (row < end && (store->read_only || row->serving != NULL)) {
        own->session = store->read_only ? row->said : row->serving;
        return STORE_OK;
    }
    db_log(store, STORE_LOG_ERROR,
           row < end
               ? "%s: target_session_attrs=%s in the address selects servers that accept no "
                 "changes; leave it out, or say primary or read-write"
               : "%s: target_session_attrs=%s in the address is not known; leave it out, or say "
                 "primary or read-write",
           store->path, said);
    return STORE_ERROR;
}

/* Whether the address can be used. A password in it would be visible to everybody on the machine
 * (ps). */
static enum store_result check_address(const struct store *store, const char *address) {
    PQconninfoOption *options = PQconninfoParse(address, NULL);
    bool secret = false;
    char attrs[32] = "";
    if (options == NULL) {
        db_log(store, STORE_LOG_ERROR,
               "%s: is not the address of a PostgreSQL database; one looks like "
               "postgresql://user@host/name",
               store->path);
        return STORE_ERROR;
    }
    for (const PQconninfoOption *option = options; option->keyword != NULL; option++) {
        if (option->val == NULL)
            continue;
        secret = secret || strcmp(option->keyword, "password") == 0 ||
                 strcmp(option->keyword, "sslpassword") == 0;
        if (strcmp(option->keyword, "target_session_attrs") == 0)
            snprintf(attrs, sizeof attrs, "%s", option->val);
    }
    PQconninfoFree(options);
    if (!secret)
        return choose_session(store, attrs);
    db_log(store, STORE_LOG_ERROR,
           "%s: leave the password out of the address, where others on this machine can read it; "
           "give it in PGPASSWORD in the environment, or in a file (PGPASSFILE, ~/.pgpass)",
           store->path);
    return STORE_ERROR;
}

/* The address without user and parameters, for messages. */
static char *name_database(const char *address) {
    const char *rest = strstr(address, "://") + 3, *end = rest + strcspn(rest, "?");
    const char *at = end;
    while (at > rest && *at != '@')
        at--;
    if (*at == '@')
        rest = at + 1;
    char *name = NULL;
    return asprintf(&name, "postgresql://%.*s", (int)(end - rest), rest) < 0 ? NULL : name;
}

enum store_result pg_begin_store(struct store *store, const char *address) {
    uint32_t chance;
    struct pg_store *own = calloc(1, sizeof *own);
    store->own = own;
    store->path = name_database(address);
    if (own == NULL || store->path == NULL || (own->address = strdup(address)) == NULL ||
        getrandom(&chance, sizeof chance, 0) != sizeof chance)
        return STORE_ERROR;
    own->process = (int32_t)(MIGRATING + 1 + chance % (INT32_MAX - MIGRATING - 1));
    return check_address(store, address);
}

void pg_end_store(struct store *store) {
    struct pg_store *own = store->own;
    if (own != NULL)
        free(own->address);
    free(own);
}

/* --------------------------------------------------------------------------- connections -- */

/* Initializes a connection before it is opened. */
static enum store_result prepare_connection(struct store_reader *reader, bool writing) {
    struct pg_connection *connection = calloc(1, sizeof *connection);
    reader->db = connection;
    if (connection == NULL)
        return STORE_ERROR;
    while (writing && connection->writer <= 0)
        if (getrandom(&connection->writer, sizeof connection->writer, 0) < 0)
            return STORE_ERROR;
    return STORE_OK;
}

/* Succeeds even if no server can be reached now; the reader's queries then fail until one can. */
enum store_result pg_open_reader(struct store_reader *reader) {
    enum store_result result = prepare_connection(reader, false);
    if (result == STORE_OK)
        result = pg_connect(reader, false);
    return result == STORE_UNAVAILABLE ? STORE_OK : result;
}

/* Processes that start at the same time migrate the schema one after another, however long that
 * takes. */
static enum store_result migrate_alone(struct store *store) {
    struct store_reader *reader = &store->writers[0].reader;
    struct pg_connection *connection = reader->db;
    char sql[192];
    connection->patient = true;
    snprintf(sql, sizeof sql,
             "SET statement_timeout = 0; SET lock_timeout = 0;"
             "SELECT pg_advisory_lock(%d, %d)",
             SERVING_LOCK, MIGRATING);
    enum store_result result = pg_exec(reader, sql, "waiting for another process's migration");
    if (result == STORE_OK)
        result = migrate_check(reader, true, false, &store->metrics.migration);
    snprintf(sql, sizeof sql,
             "SELECT pg_advisory_unlock(%d, %d); RESET statement_timeout; RESET lock_timeout",
             SERVING_LOCK, MIGRATING);
    if (result == STORE_OK)
        result = pg_exec(reader, sql, "ending the migration");
    connection->patient = false;
    return result;
}

/* The first writer connects now, each other one when it has its first job. */
enum store_result pg_open_writer(struct store *store) {
    struct store_reader *first = &store->writers[0].reader;
    enum store_result result = STORE_OK;
    for (unsigned i = 0; i < WRITERS && result == STORE_OK; i++)
        result = prepare_connection(&store->writers[i].reader, true);
    if (result == STORE_OK)
        result = pg_connect_writer(first);
    if (result == STORE_OK)
        result = migrate_alone(store);
    store->metrics.page_checksums = result == STORE_OK && pg_has_checksums(first);
    return result;
}

enum store_result pg_note_opened(struct store_reader *reader) {
    struct store_metrics *metrics = &reader->store->metrics;
    enum store_result result = migrate_check(reader, false, false, &metrics->migration);
    metrics->page_checksums = result == STORE_OK && pg_has_checksums(reader);
    return result;
}

enum store_result pg_check(struct store *store) {
    STATEMENT(reachable, "SELECT 1");
    struct store_reader *reader = store_reader_get(store);
    return reader == NULL ? STORE_UNAVAILABLE : query_exists(QUERY(reader, &reachable));
}

void pg_report_check(const struct store *store, enum store_result result) {
    if (result == STORE_OK)
        db_log(store, STORE_LOG_INFO, "%s: reading again", store->path);
    else
        db_log(store, STORE_LOG_ERROR, "%s: cannot be read", store->path);
}

/* ---------------------------------------------------------------------------- the schema -- */

enum store_result pg_check_owner(struct store_reader *reader, bool *empty) {
    static const char tables[] = "SELECT count(*) FROM pg_tables WHERE schemaname = "
                                 "current_schema()";
    static const char ours[] =
        "SELECT count(*) FROM pg_description WHERE objoid = to_regclass('migrations')"
        " AND objsubid = 0 AND description = 'of hexpost'";
    int64_t count, marked = 0;
    enum store_result result = pg_number(reader, tables, "looking at the tables", &count);
    if (result == STORE_OK)
        result = pg_number(reader, ours, "looking whose tables they are", &marked);
    *empty = count == 0;
    if (result != STORE_OK || *empty || marked != 0)
        return result;
    db_log(reader->store, STORE_LOG_ERROR,
           "%s is the database of another program; it was left alone", reader->store->path);
    return STORE_CORRUPT;
}

enum store_result pg_prepare_schema(struct store_reader *reader) {
    const struct pg_connection *connection = reader->db;
    const char *encoding = PQparameterStatus(connection->conn, "server_encoding");
    if (encoding != NULL && strcmp(encoding, "UTF8") == 0)
        return STORE_OK;
    db_log(reader->store, STORE_LOG_ERROR,
           "%s has the encoding %s; make it with ENCODING 'UTF8' TEMPLATE template0",
           reader->store->path, encoding == NULL ? "?" : encoding);
    return STORE_ERROR;
}
