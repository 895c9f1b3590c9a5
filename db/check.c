/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/check.h"

#include "db/db_int.h"

#include <stdio.h>

/* Rows of (game, text). They read whole tables, so they are not kept prepared. */
static const char *const checks[] = {
    /* SQLite's own check of pages, keys, indexes and types; "ok" where it finds nothing. */
    "SELECT 0, integrity_check FROM pragma_integrity_check(100) WHERE integrity_check <> 'ok'",
    "SELECT 0, 'a row of ' || \"table\" || ' refers to one of ' || parent || ' that is not there'"
    " FROM pragma_foreign_key_check",
    /* Searches read these columns, logs the body. */
    "SELECT id >> 20, 'event ' || (id & 1048575) || ': its columns kind and player are not those of"
    " its body' FROM events"
    " WHERE hex(substr(body, 1, 2)) <> printf('%02X%02X', kind, coalesce(player, 255))",
    "SELECT e.id >> 20, 'there are events, but no game' FROM events e"
    " LEFT JOIN games g ON g.id = e.id >> 20 WHERE g.id IS NULL GROUP BY e.id >> 20",
};

enum store_result store_check(struct store_reader *reader,
                              void (*found)(void *context, const struct store_finding *finding),
                              void *context) {
    enum store_result result = STORE_OK;
    for (size_t i = 0; i < sizeof checks / sizeof *checks && result == STORE_OK; i++) {
        struct store_finding finding;
        struct query query;
        query_open_once(&query, reader, checks[i]);
        while (query_row(&query)) {
            finding.game = get_int(&query);
            struct store_bytes text = get_bytes(&query);
            snprintf(finding.text, sizeof finding.text, "%.*s", (int)text.len,
                     (const char *)text.data);
            found(context, &finding);
        }
        result = query_close(&query);
    }
    return result;
}
