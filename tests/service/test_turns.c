/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Accounts take turns, however many items each has in the queue. */
#include "service/actor/turns.h"

#include "tests/support/check_main.h"

enum { ITEMS = 8 };

static struct turns turns;
static struct turn items[ITEMS];

static void teardown(void) {
    turns_clear(&turns);
}

static void add(unsigned item, int64_t account) {
    items[item].account = account;
    turns_add(&turns, &items[item]);
}

static void assert_next(int item) {
    const struct turn *turn = turns_take(&turns);

    ck_assert_ptr_eq(turn, item < 0 ? NULL : &items[item]);
}

START_TEST(accounts_take_turns) {
    for (unsigned i = 0; i < 4; i++)
        add(i, 1);
    add(4, 2);
    add(5, 0);
    add(6, 2);
    ck_assert_uint_eq(turns.count, 7);
    ck_assert_uint_eq(turns_count(&turns, 1), 4);
    assert_next(0);
    assert_next(4);
    assert_next(5);
    ck_assert_uint_eq(turns_count(&turns, 0), 0);
    assert_next(1);
    add(7, 3);
    assert_next(6);
    assert_next(2);
    assert_next(7);
    assert_next(3);
    assert_next(-1);
    ck_assert_uint_eq(turns.count, 0);
}
END_TEST

/* Accounts in the same bucket are still different. */
START_TEST(accounts_are_told_apart) {
    add(0, 1);
    add(1, 1 + TURNS_BUCKETS);
    add(2, 1 + 2 * TURNS_BUCKETS);
    add(3, 1 + TURNS_BUCKETS);
    ck_assert_uint_eq(turns_count(&turns, 1 + TURNS_BUCKETS), 2);
    assert_next(0);
    assert_next(1);
    add(4, 1);
    assert_next(2);
    assert_next(3);
    assert_next(4);
    assert_next(-1);
}
END_TEST

static Suite *suite(void) {
    return test_suite("turns", (const struct test_case[]){
                                   {"turns", accounts_take_turns, 0, 0, NULL, teardown},
                                   {"apart", accounts_are_told_apart, 0, 0, NULL, teardown},
                                   {0},
                               });
}

TEST_MAIN(suite)
