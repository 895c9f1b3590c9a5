/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Expired rows are deleted soon after the start, however short the server runs. */
#include <string.h>

#include "db/mailboxes.h"
#include "db/store.h"
#include "tests/service/e2e.h"
#include "tests/support/check_main.h"
#include "tests/support/postgres.h"

static const struct store_link old = {.hash = {1}, .expires_at = 1};

static enum store_result put_old_link(struct store_tx *tx, struct store_job *job) {
    (void)job;
    return store_link_put(tx, &old);
}

static enum store_result find_old_link(void (*first)(struct store *store)) {
    struct store *store;
    struct store_link found;
    enum store_result result;

    ck_assert_int_eq(store_open(&store, &(struct store_options){.path = test_database("old.db")}),
                     STORE_OK);
    if (first != NULL)
        first(store);
    result = store_link_get(store_reader_get(store), old.hash, &found);
    store_close(store);
    return result;
}

static void put(struct store *store) {
    struct store_job job = {.run = put_old_link};

    ck_assert_int_eq(store_call(store, &job), STORE_OK);
}

START_TEST(a_start_forgets_what_is_old) {
    struct e2e_server server;

    e2e_begin(&server, "old.db");
    e2e_stop(&server);
    ck_assert_int_eq(find_old_link(put), STORE_OK);
    e2e_start(&server, "old.db");
    e2e_stop(&server);
    ck_assert_int_eq(find_old_link(NULL), STORE_NONE);
}
END_TEST

static Suite *suite(void) {
    return test_suite("housekeeping",
                      (const struct test_case[]){
                          {"a_start_forgets_what_is_old", a_start_forgets_what_is_old, .loops = 0},
                          {0},
                      });
}
TEST_MAIN(suite)
