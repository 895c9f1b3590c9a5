/* SPDX-License-Identifier: AGPL-3.0-or-later */

/* The damage that PostgreSQL itself can find. */
#include "db/postgresql/postgresql.h"

#include <inttypes.h>
#include <stdio.h>

bool pg_has_checksums(struct store_reader *reader) {
    int64_t on = 0;
    return db_number(reader, "SELECT (current_setting('data_checksums') = 'on')::int", &on) ==
               STORE_OK &&
           on != 0;
}

enum { TABLES_MAX = 64, NAME_SIZE = 64 };

/* The server compares a page's checksum when it is read. Its indexes are not read here. */
static void read_whole_table(struct store_reader *reader, const char *table, store_found *found,
                             void *context) {
    char text[STORE_FINDING_SIZE];
    int64_t length;
    snprintf(text, sizeof text, "SELECT coalesce(sum(length(t::text)), 0)::bigint FROM %.63s t",
             table);
    if (db_number(reader, text, &length) != STORE_CORRUPT)
        return;
    snprintf(text, sizeof text, "a page of the table %.63s is damaged; its server's log names it",
             table);
    check_tell(found, context, false, text);
}

static void read_all_tables(struct store_reader *reader, store_found *found, void *context) {
    static const char catalogue[] = "SELECT tablename::text FROM pg_tables"
                                    " WHERE schemaname = current_schema() ORDER BY tablename";
    char tables[TABLES_MAX][NAME_SIZE];
    unsigned count = 0;
    struct query query;
    query_open_once(&query, reader, catalogue);
    while (count < TABLES_MAX && query_row(&query))
        get_text(&query, tables[count++], NAME_SIZE);
    if (query_close(&query) != STORE_OK)
        return;
    for (unsigned i = 0; i < count; i++)
        read_whole_table(reader, tables[i], found, context);
}

void pg_begin_check(struct store_reader *reader, store_found *found, void *context) {
    char text[STORE_FINDING_SIZE];
    int64_t failures = 0;
    if (!pg_has_checksums(reader))
        check_tell(found, context, true,
                   "its server keeps no checksums of pages, so damage to anything but logs is not "
                   "found; stop it and run pg_checksums --enable, and make new servers with initdb "
                   "--data-checksums");
    read_all_tables(reader, found, context);
    if (db_number(reader,
                  "SELECT coalesce(sum(checksum_failures), 0)::bigint FROM pg_stat_database"
                  " WHERE datname = current_database()",
                  &failures) != STORE_OK ||
        failures == 0)
        return;
    snprintf(text, sizeof text,
             "its server has met damaged pages %" PRId64 " times since pg_stat_reset(); its log "
             "names them",
             failures);
    check_tell(found, context, false, text);
}
