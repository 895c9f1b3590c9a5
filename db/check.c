/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/check.h"

#include "db/driver.h"

#include <stdio.h>

/* Besides what the driver's checks find. */
static const char orphans[] =
    "SELECT e.id >> 20, 'there are events, but no game' FROM events e"
    " LEFT JOIN games g ON g.id = e.id >> 20 WHERE g.id IS NULL GROUP BY e.id >> 20";

void check_tell(store_found *found, void *context, bool advice, const char *text) {
    struct store_finding finding = {.advice = advice};
    snprintf(finding.text, sizeof finding.text, "%s", text);
    found(context, &finding);
}

static enum store_result run_check(struct store_reader *reader, const char *sql, store_found *found,
                                   void *context) {
    struct store_finding finding = {0};
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

enum store_result store_check(struct store_reader *reader, store_found *found, void *context) {
    const char *const *check = reader->driver->checks;
    enum store_result result = STORE_OK, worst = STORE_OK;
    reader->driver->begin_check(reader, found, context);
    /* after one that cannot read everything, the others may still find something */
    while (result == STORE_OK || result == STORE_CORRUPT) {
        result = run_check(reader, *check == NULL ? orphans : *check, found, context);
        worst = result == STORE_OK ? worst : result;
        if (*check++ == NULL)
            break;
    }
    return worst;
}
