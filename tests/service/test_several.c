/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* When this process's shares of work are renewed. tests/cluster tests what other processes see of it. */
#include "service/app/several.h"

#include <pthread.h>

#include "db/shares.h"
#include "tests/support/check_main.h"
#include "tests/support/program.h"

enum { WAIT_S = 30 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static unsigned renewals;
static struct program *program;
static struct several *several;

/* Treats the store on a file as shared, and counts the calls. */
bool __wrap_store_is_shared(const struct store *store);
enum store_result __real_store_shares_renew(struct store *store, struct store_shares *shares);
enum store_result __wrap_store_shares_renew(struct store *store, struct store_shares *shares);

bool __wrap_store_is_shared(const struct store *store) {
    (void)store;
    return true;
}

enum store_result __wrap_store_shares_renew(struct store *store, struct store_shares *shares) {
    pthread_mutex_lock(&lock);
    renewals++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return __real_store_shares_renew(store, shares);
}

static void await_renewals(unsigned least) {
    pthread_mutex_lock(&lock);
    while (renewals < least)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

static void setup(void) {
    program = program_up("several.db", NULL, NULL);
    several = several_new(&program->app);
    ck_assert_ptr_nonnull(several);
}

static void teardown(void) {
    several_free(several);
    program_down(program);
}

START_TEST(a_start_renews_once) {
    ck_assert(several_start(several));
    several_stop(several);
    ck_assert_uint_eq(renewals, 1);
    ck_assert(several_claim(several, SINGLE_HOUSEKEEPING, NULL));
    several_leave(several);
    ck_assert_uint_eq(renewals, 2);
    ck_assert(!several_claim(several, SINGLE_HOUSEKEEPING, NULL));
}
END_TEST

START_TEST(shares_are_renewed_again_and_again) {
    ck_assert(several_start(several));
    await_renewals(3);
    several_stop(several);
}
END_TEST

static Suite *suite(void) {
    return test_suite("several",
                      (const struct test_case[]){
                          {"start", a_start_renews_once, 0, WAIT_S, setup, teardown},
                          {"again", shares_are_renewed_again_and_again, 0, WAIT_S, setup, teardown},
                          {0},
                      });
}

TEST_MAIN(suite)
