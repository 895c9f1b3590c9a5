/* SPDX-License-Identifier: AGPL-3.0-or-later */

/* Addresses of PostgreSQL databases: which are refused, and which server they lead to. */
#include "db/accounts.h"
#include "db/backup.h"
#include "tests/db/store_help.h"
#include "tests/support/check_main.h"
#include "tests/support/postgres.h"

#include <stdio.h>
#include <string.h>

static const char file[] = "x"; /* the helpers' name for it */
static const char name[] = "db_postgresql_address_x";
static struct store *store;

static void setup(void) {
    make_database(name);
    store = open_store(file);
}

static void teardown(void) {
    store_close(store);
}

/* Addresses that are refused, with the message; it never contains the password. */
static const struct {
    const char *address, *said;
    enum store_result result;
} refused[] = {
    {"postgresql://ann:s3cret@127.0.0.1:1/x", "leave the password out", STORE_ERROR},
    {"postgresql://127.0.0.1:1/x?user=ann&password=s3cret", "leave the password out", STORE_ERROR},
    {"postgresql://ann:s3cret@[/x", "is not the address", STORE_ERROR},
    {"postgresql://ann@127.0.0.1:1/x?no_such=1", "is not the address", STORE_ERROR},
    {"postgresql://127.0.0.1:1/x?target_session_attrs=standby", "accept no changes", STORE_ERROR},
    {"postgresql://127.0.0.1:1/x?target_session_attrs=read-only", "accept no changes", STORE_ERROR},
    {"postgresql://127.0.0.1:1/x?target_session_attrs=readwrite", "is not known", STORE_ERROR},
    {"postgres://ann@127.0.0.1:1/x", "Connection refused; is the server running",
     STORE_UNAVAILABLE},
};

START_TEST(an_address_that_cannot_be_used_is_refused) {
    struct store_options options = test_options(file);
    struct store *opened;
    options.path = refused[_i].address;
    ck_assert_int_eq(store_open(&opened, &options), refused[_i].result);
    ck_assert_msg(strstr(test_log(), refused[_i].said) != NULL, "%s", test_log());
    ck_assert_ptr_null(strstr(test_log(), "s3cret"));
    ck_assert_int_eq(store_backup(&options, "backup.db", NULL, NULL), STORE_ERROR);
    ck_assert_ptr_nonnull(strstr(test_log(), "pg_dump"));
}
END_TEST

/* Each is requested first by a writer, then by a reader. */
static const char *const sessions[] = {"any", "primary", "read-write", "prefer-standby"};
enum { SESSIONS = sizeof sessions / sizeof *sessions };

START_TEST(each_session_that_takes_changes_is_found) {
    struct store_options options = test_options(file);
    struct store *opened;
    struct store_account account;
    char address[ADDRESS_SIZE], whole[ADDRESS_SIZE + 64];
    postgres_address(name, address);
    snprintf(whole, sizeof whole, "%s%ctarget_session_attrs=%s", address,
             strchr(address, '?') == NULL ? '?' : '&', sessions[_i % SESSIONS]);
    options.path = whole;
    options.read_only = _i >= SESSIONS;
    ck_assert_msg(store_open(&opened, &options) == STORE_OK, "%s", test_log());
    int64_t id = make_account(options.read_only ? store : opened, "ann");
    ck_assert_int_eq(store_account_get(store_reader_get(opened), id, &account), STORE_OK);
    store_close(opened);
}
END_TEST

static Suite *suite(void) {
    return test_suite("postgresql_address",
                      (const struct test_case[]){
                          {"refused", an_address_that_cannot_be_used_is_refused,
                           .loops = sizeof refused / sizeof *refused},
                          {"sessions", each_session_that_takes_changes_is_found, .setup = setup,
                           .teardown = teardown, .loops = 2 * SESSIONS},
                          {0},
                      });
}

/* Without a server it starts its own, and runs again with that. */
int main(int argc, char **argv) {
    (void)argc;
    if (has_own_postgresql())
        return test_run(suite());
    run_with_postgresql(argv[0]);
    return EXIT_FAILURE;
}
