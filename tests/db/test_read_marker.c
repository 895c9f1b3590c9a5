/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/accounts.h"
#include "db/games.h"
#include "db/read_marker.h"
#include "tests/db/store_help.h"
#include "tests/support/check_main.h"

static const char path[] = "read_marker.db";
static struct store *store;
static struct store_reader *reader;
static struct store_account ann, ben;
static struct store_game game;

struct look {
    int64_t account;
    uint32_t seq;
    int64_t now;
};

static enum store_result create_game(struct store_tx *tx, void *context) {
    return store_game_create(tx, context);
}

static enum store_result look(struct store_tx *tx, void *context) {
    const struct look *at = context;

    return store_read_marker_set(tx, game.id, at->account, at->seq, at->now);
}

static void setup(void) {
    store = open_new_store(path, &reader);
    ann = (struct store_account){.public_id = "a1", .name = "Ann", .created_at = 1};
    ben = (struct store_account){.public_id = "a2", .name = "Ben", .created_at = 2};
    ck_assert_int_eq(in_tx(store, create_account, &ann), STORE_OK);
    ck_assert_int_eq(in_tx(store, create_account, &ben), STORE_OK);
    game = (struct store_game){.public_id = "g1",
                               .creator = ann.id,
                               .setup = {"s", 1},
                               .options = {"{}", 2},
                               .created_at = 3,
                               .winner = -1,
                               .seat_count = 2};
    ck_assert_int_eq(in_tx(store, create_game, &game), STORE_OK);
}

static void teardown(void) {
    store_close(store);
}

static void assert_read_marker(int64_t account, uint32_t wanted, int64_t when) {
    uint32_t seq;
    int64_t at;

    ck_assert_int_eq(store_read_marker_get(reader, game.id, account, &seq, &at), STORE_OK);
    ck_assert_uint_eq(seq, wanted);
    ck_assert_int_eq(at, when);
}

START_TEST(it_never_goes_back) {
    assert_read_marker(ann.id, 0, 0);
    ck_assert_int_eq(in_tx(store, look, &(struct look){ann.id, 7, 100}), STORE_OK);
    assert_read_marker(ann.id, 7, 100);
    ck_assert_int_eq(in_tx(store, look, &(struct look){ann.id, 3, 200}), STORE_OK);
    assert_read_marker(ann.id, 7, 200);
    ck_assert_int_eq(in_tx(store, look, &(struct look){ann.id, 9, 300}), STORE_OK);
    assert_read_marker(ann.id, 9, 300);
    assert_read_marker(ben.id, 0, 0);
}
END_TEST

START_TEST(it_goes_with_the_account) {
    ck_assert_int_eq(in_tx(store, look, &(struct look){ann.id, 7, 100}), STORE_OK);
    ck_assert_int_eq(in_tx(store, look, &(struct look){ben.id, 5, 100}), STORE_OK);
    ck_assert_int_eq(in_tx(store, delete_account, &ann.id), STORE_OK);
    assert_read_marker(ann.id, 0, 0);
    assert_read_marker(ben.id, 5, 100);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "read_marker",
        (const struct test_case[]){
            {.name = "back", .test = it_never_goes_back, .setup = setup, .teardown = teardown},
            {.name = "account",
             .test = it_goes_with_the_account,
             .setup = setup,
             .teardown = teardown},
            {0},
        });
}
TEST_MAIN(suite)
