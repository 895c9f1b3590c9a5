/* SPDX-License-Identifier: AGPL-3.0-or-later */

/* What PostgreSQL itself knows of damage. */
#include "db/postgresql/postgresql.h"

#include <inttypes.h>
#include <stdio.h>

bool pg_has_checksums(struct store_reader *reader) {
    int64_t on = 0;
    return db_number(reader, "SELECT (current_setting('data_checksums') = 'on')::int", &on) ==
               STORE_OK &&
           on != 0;
}

void pg_begin_check(struct store_reader *reader, store_found *found, void *context) {
    char text[STORE_FINDING_SIZE];
    int64_t failures = 0;
    if (!pg_has_checksums(reader))
        check_tell(found, context, true,
                   "its server keeps no checksums of pages, so damage to anything but logs is not "
                   "found; stop it and run pg_checksums --enable, and make new servers with initdb "
                   "--data-checksums");
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
