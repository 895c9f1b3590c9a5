/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/check.h"

#include "db/driver.h"

#include <stdio.h>

/* Besides what the driver's checks find. */
static const char orphans[] =
    "SELECT e.id >> 20, 'there are events, but no game' FROM events e"
    " LEFT JOIN games g ON g.id = e.id >> 20 WHERE g.id IS NULL GROUP BY e.id >> 20";

static enum store_result
run_check(struct store_reader *reader, const char *sql,
          void (*found)(void *context, const struct store_finding *finding), void *context) {
    struct store_finding finding;
    struct query query;
    query_open_once(&query, reader, sql);
    while (query_row(&query)) {
        finding.game = get_int(&query);
        struct store_bytes text = get_bytes(&query);
        snprintf(finding.text, sizeof finding.text, "%.*s", (int)text.len, (const char *)text.data);
        found(context, &finding);
    }
    return query_close(&query);
}

enum store_result store_check(struct store_reader *reader,
                              void (*found)(void *context, const struct store_finding *finding),
                              void *context) {
    const char *const *check = reader->driver->checks;
    enum store_result result = STORE_OK;
    for (; *check != NULL && result == STORE_OK; check++)
        result = run_check(reader, *check, found, context);
    return result == STORE_OK ? run_check(reader, orphans, found, context) : result;
}
