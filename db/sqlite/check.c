/* SPDX-License-Identifier: AGPL-3.0-or-later */

/* Findings about pages during a check. */
#include "db/sqlite/sqlite.h"

#include <stdio.h>
#include <stdlib.h>

struct page_findings {
    store_found *found;
    void *context;
    size_t pages;   /* with an entry of their own; all others share entry 0 */
    uint8_t told[]; /* whether it was reported */
};

static void report_page(void *context, int64_t page, bool in_log) {
    struct page_findings *findings = context;
    char text[STORE_FINDING_SIZE];
    size_t place = page > 0 && (uint64_t)page < findings->pages ? (size_t)page : 0;
    if (findings->told[place])
        return;
    findings->told[place] = 1;
    page_describe(text, sizeof text, page, in_log);
    check_tell(findings->found, findings->context, false, text);
}

void sqlite_begin_check(struct store_reader *reader, store_found *found, void *context) {
    struct sqlite_store *own = reader->store->own;
    struct page_watch *watch = pages_watch(reader->db);
    int64_t pages = 0;
    if (!sqlite_has_room(reader->db))
        check_tell(
            found, context, true,
            "its pages have no checksums, so damage to anything but logs is not found; a start "
            "of the server makes them, where twice the database's size is free in its folder");
    if (db_number(reader, "PRAGMA page_count", &pages) != STORE_OK || pages < 0)
        pages = 0;
    sqlite_end_check(own);
    own->findings = calloc(1, sizeof *own->findings + (size_t)pages + 1);
    if (own->findings == NULL || watch == NULL)
        return;
    *own->findings = (struct page_findings){found, context, (size_t)pages + 1};
    watch->found = report_page;
    watch->context = own->findings;
}

void sqlite_end_check(struct sqlite_store *own) {
    free(own->findings);
    own->findings = NULL;
}
