/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Each allocation fails in turn while a webhook is sent: nothing crashes or leaks, and the message arrives once there
 * is memory again. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "db/accounts.h"
#include "db/hooks.h"
#include "service/app/app.h"
#include "service/app/config.h"
#include "service/notify/sender.h"
#include "service/notify/webhooks.h"
#include "tests/fault/points.h"
#include "tests/support/check_main.h"
#include "tests/support/receiver.h"

enum { ROUNDS_MAX = 1000, STEP_MS = 7000 /* more than the first delay */, TRIES = 4 };

static _Atomic int64_t now = INT64_C(1772445600000);
static struct config config;
static struct app app;
static struct store_hook hook;
static struct store_outbox_row row;
static char url[64];

static int64_t test_clock(void) {
    return now;
}

static enum store_result make_hook(struct store_tx *tx, struct store_job *job) {
    struct store_account account = {
        .public_id = "a1", .name = "Ann", .name_key = "ann", .created_at = now};
    enum store_result result = store_account_create(tx, &account);

    (void)job;
    hook = (struct store_hook){
        .public_id = "h1", .account = account.id, .kinds = HOOKS_KINDS, .created_at = now};
    snprintf(hook.url, sizeof hook.url, "%s", url);
    hooks_new_secret(hook.secret);
    return result == STORE_OK ? store_hook_create(tx, &hook) : result;
}

static enum store_result make_row(struct store_tx *tx, struct store_job *job) {
    (void)job;
    return hooks_test(tx, &hook, now, &row);
}

static void write_now(enum store_result (*run)(struct store_tx *tx, struct store_job *job)) {
    struct store_job job = {.run = run};

    ck_assert_int_eq(store_call(app.store, &job), STORE_OK);
}

static void setup(void) {
    char error[256];

    ck_assert_int_ge(sodium_init(), 0);
    app_set_clock(test_clock);
    ck_assert(config_read(&config, 0, NULL, error, sizeof error));
    config.hook_allow = "127.0.0.1";
    app.config = &config;
    (void)remove("sending.db");
    ck_assert_int_eq(store_open(&app.store, &(struct store_options){.path = "sending.db"}),
                     STORE_OK);
    app.sender = sender_new(&app);
    ck_assert_ptr_nonnull(app.sender);
    snprintf(url, sizeof url, "http://127.0.0.1:%d/", receiver_start());
    write_now(make_hook);
}

static void teardown(void) {
    sender_free(app.sender);
    store_close(app.store);
    receiver_stop();
    (void)remove("sending.db");
}

static bool arrived(void) {
    struct store_outbox_row found;

    ck_assert_int_eq(store_outbox_get(store_reader_get(app.store), row.id, &found), STORE_OK);
    ck_assert_int_ne(found.state, STORE_OUTBOX_DROPPED);
    ck_assert_int_ne(found.state, STORE_OUTBOX_FAILED);
    return found.state == STORE_OUTBOX_SENT;
}

START_TEST(a_message_arrives_though_memory_ran_out) {
    unsigned n = 1;

    write_now(make_row);
    ck_assert(sender_run_due(app.sender, now)); /* permanent allocations happen now */
    for (bool hit = true; hit; n++) {
        long before = points_live();

        ck_assert_uint_lt(n, ROUNDS_MAX);
        write_now(make_row);
        points_fail(POINT_MEMORY, n, _i == 1);
        (void)sender_run_due(app.sender, now);
        hit = points_failed();
        points_rest();
        for (int tries = 0; !arrived(); tries++) {
            ck_assert_msg(tries < TRIES, "failing %u: it never arrives", n);
            now += STEP_MS;
            (void)sender_run_due(app.sender, now);
        }
        ck_assert_msg(points_live() == before, "failing %u leaks %ld blocks", n,
                      points_live() - before);
    }
    printf("%u allocations\n", n - 2);
    ck_assert_uint_gt(n, 5);
}
END_TEST

static Suite *suite(void) {
    return test_suite("sending",
                      (const struct test_case[]){{.name = "sending",
                                                  a_message_arrives_though_memory_ran_out,
                                                  .loops = 2,
                                                  .setup = setup,
                                                  .teardown = teardown},
                                                 {0}});
}
TEST_MAIN(suite)
