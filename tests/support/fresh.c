/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/support/fresh.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "db/store.h"
#include "tests/support/check_main.h"
#include "tests/support/folder.h"
#include "tests/support/postgres.h"

static const char *made_here(void) {
    static const char made[] = "fresh.db", unfinished[] = "fresh.new";
    struct store *store;

    if (access(made, R_OK) == 0)
        return made;
    REQUIRE(store_open(&store, &(struct store_options){.path = unfinished}) == STORE_OK,
            "cannot make a database");
    store_close(store);
    REQUIRE(rename(unfinished, made) == 0, "cannot rename a database");
    return made;
}

void fresh_database(const char *path) {
    const char *made = getenv("TEST_FRESH");

    if (on_postgresql() || access(path, F_OK) == 0)
        return;
    REQUIRE(file_copy(made != NULL ? made : made_here(), path), "cannot copy a database to %s",
            path);
}
