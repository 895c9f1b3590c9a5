/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/driver.h"
#include "db/migrations.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The first migration after which the table says which programs may go on. */
enum { SAYS_WORKS_WITH = 25 };

/* What a migration says: "-- works with: 25" in its text; 0: nothing. */
static int works_with(const struct migration *migration) {
    static const char words[] = "-- works with:";
    const char *said = strstr(migration->sql, words);
    return said == NULL ? 0 : (int)strtol(said + sizeof words - 1, NULL, 10);
}

static enum store_result record_migration(struct store_reader *reader,
                                          const struct migration *migration) {
    struct query query;
    query_open_once(&query, reader,
                    "INSERT INTO migrations (number, name, applied_at) VALUES (?, ?, ?)");
    put_int(&query, migration->number);
    put_text(&query, migration->name);
    put_int(&query, (int64_t)time(NULL) * 1000);
    enum store_result result = query_run(&query, NULL);
    if (result != STORE_OK || works_with(migration) == 0)
        return result;
    query_open_once(&query, reader, "UPDATE migrations SET works_with = ? WHERE number = ?");
    put_int(&query, works_with(migration));
    put_int(&query, migration->number);
    return query_run(&query, NULL);
}

/* For a database with migrations that this program does not know: whether all of them allow it to go
 * on. */
static enum store_result may_go_on(struct store_reader *reader, int known, bool *may) {
    struct query query;
    int64_t refusing = 1;
    *may = false;
    if (known < SAYS_WORKS_WITH)
        return STORE_OK;
    query_open_once(&query, reader,
                    "SELECT count(*) FROM migrations WHERE number > ?1"
                    " AND coalesce(works_with, number) > ?1");
    put_int(&query, known);
    enum store_result result = query_number(&query, &refusing);
    *may = result == STORE_OK && refusing == 0;
    return result;
}

/* One migration, all of it or nothing. */
static enum store_result apply_migration(struct store_reader *reader,
                                         const struct migration *migration) {
    const struct driver *driver = reader->driver;
    enum store_result result = db_exec(reader, driver->begin_text, "beginning a migration");
    if (result == STORE_OK && migration == driver->migrations)
        result = db_exec(reader, driver->first_migration, "making the table of migrations");
    if (result == STORE_OK)
        result = db_exec(reader, migration->sql, migration->name);
    if (result == STORE_OK)
        result = record_migration(reader, migration);
    if (result == STORE_OK)
        result = db_exec(reader, "COMMIT", "committing a migration");
    if (result == STORE_OK) {
        db_log(reader->store, STORE_LOG_INFO, "%s: applied migration %s", reader->store->path,
               migration->name);
        return STORE_OK;
    }
    if (driver->in_transaction(reader))
        db_exec(reader, "ROLLBACK", "undoing a migration");
    db_log(reader->store, STORE_LOG_ERROR,
           "%s: migration %s failed and was undone; the database is as it was before it",
           reader->store->path, migration->name);
    return result;
}

static enum store_result last_applied(struct store_reader *reader, bool empty, int64_t *applied) {
    *applied = 0;
    return empty ? STORE_OK
                 : db_number(reader, "SELECT coalesce(max(number), 0) FROM migrations", applied);
}

static enum store_result apply_missing(struct store_reader *reader, int64_t *applied) {
    enum store_result result = reader->driver->prepare_schema(reader);
    const struct migration *migration = reader->driver->migrations;
    for (; migration->sql != NULL && result == STORE_OK; migration++) {
        if (migration->number <= *applied)
            continue;
        result = apply_migration(reader, migration);
        if (result == STORE_OK)
            *applied = migration->number;
    }
    return result;
}

/* The number of the last migration that this program has. */
static int last_known(const struct migration *migration) {
    int number = 0;
    for (; migration->sql != NULL; migration++)
        number = migration->number;
    return number;
}

enum store_result migrate_check(struct store_reader *reader, bool writable, bool older_is_fine,
                                int *number) {
    struct store *store = reader->store;
    int known = last_known(reader->driver->migrations);
    int64_t applied = 0;
    bool empty = false, may = false;
    enum store_result result = reader->driver->check_owner(reader, &empty);
    if (result == STORE_OK)
        result = last_applied(reader, empty, &applied);
    if (result == STORE_OK && applied > known)
        result = may_go_on(reader, known, &may);
    if (may)
        db_log(
            store, STORE_LOG_INFO,
            "%s: has migration %d, of a newer version; this one, which knows migrations up to %d, "
            "goes on beside it",
            store->path, (int)applied, known);
    if (result == STORE_OK && applied > known && !may) {
        db_log(store, STORE_LOG_ERROR,
               "%s was made by a newer version of hexpost: it has migration %d, this program knows "
               "migrations up to %d; run the newer version, or restore a backup from before",
               store->path, (int)applied, known);
        result = STORE_NEWER;
    }
    if (result == STORE_OK && writable)
        result = apply_missing(reader, &applied);
    if (result == STORE_OK && applied < known && !older_is_fine) {
        db_log(
            store, STORE_LOG_ERROR,
            "%s is from an older version: it has migration %d of %d; run `hexpost migrate` first",
            store->path, (int)applied, known);
        result = STORE_ERROR;
    }
    *number = (int)applied;
    return result;
}
