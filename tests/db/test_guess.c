/* SPDX-License-Identifier: AGPL-3.0-or-later */

/* Guesses about PostgreSQL: a right one brings a token and its game in one round trip, a wrong one costs trips and
 * changes no answer. */
#include "db/accounts.h"
#include "db/ahead.h"
#include "db/guess.h"
#include "tests/db/store_help.h"
#include "tests/support/check_main.h"
#include "tests/support/postgres.h"

#include <stdio.h>
#include <string.h>

static const char file[] = "x"; /* the helpers' name for it */
static const char name[] = "db_guess_x";
static struct store *store;
static struct store_reader *reader;
static int64_t ann;
static struct store_token token;

static void setup(void) {
    make_database(name);
    store = open_store(file);
    reader = store_reader_get(store);
    ck_assert_ptr_nonnull(reader);
    ann = make_account(store, "Ann");
    token = make_laptop_token(store, ann);
}

static void teardown(void) {
    store_close(store);
}

static int64_t trips(void) {
    struct store_metrics metrics;
    store_metrics(store, &metrics);
    return (int64_t)metrics.round_trips;
}

/* What a process has learnt from an earlier request. */
static void learn(const char *public_id) {
    store_guess_token(reader, token.hash, ann);
    store_ahead_find(reader, public_id);
}

/* Asks for the token and the game at once, with GUESSED of the game, and then reads GAME with its log, which has EVENTS.
 * Returns the trips. */
static int64_t ask(unsigned guessed, const char *key, int64_t game, uint32_t events) {
    struct store_token found;
    struct store_account account;
    struct store_game row;
    int64_t before = trips();
    store_ahead_forget(reader);
    uint64_t guess = store_guess_begin(reader, "g1", guessed, token.hash, "");
    ck_assert_uint_ne(guess, 0);
    (void)store_token_find(reader, token.hash, &found, &account);
    store_guess_end(reader);
    ck_assert_int_eq(store_token_find(reader, token.hash, &found, &account), STORE_OK);
    ck_assert_int_eq(account.id, ann);
    store_ahead_game(reader, "g1", STORE_AHEAD_LOG, ann, key, guess);
    ck_assert_int_eq(store_game_read(reader, "g1", &row), STORE_OK);
    ck_assert_int_eq(row.id, game);
    ck_assert_int_eq(row.seat_count, 4);
    ck_assert_uint_eq(row.last_seq, events);
    struct checked checked = {.game = game};
    const struct store_window window = {.log = row.log, .times = true};
    ck_assert_int_eq(store_events_read(reader, game, &window, check_event, &checked), STORE_OK);
    ck_assert_uint_eq(checked.seq, events);
    store_game_clear(&row);
    store_read_end(reader);
    return trips() - before;
}

START_TEST(a_right_guess_is_one_trip) {
    int64_t game = make_game(store, ann, "g1");
    ck_assert_int_eq(append(store, game, 1, 3), STORE_OK);
    learn("g1");
    (void)ask(STORE_AHEAD_LOG, "", game, 3); /* prepares the statements */
    ck_assert_int_eq(ask(STORE_AHEAD_LOG, "", game, 3), 1);
}
END_TEST

/* Of another key, or less of the game than is read then. */
START_TEST(a_guess_that_lacks_something_is_not_used) {
    int64_t game = make_game(store, ann, "g1");
    ck_assert_int_eq(append(store, game, 1, 3), STORE_OK);
    learn("g1");
    (void)ask(STORE_AHEAD_LOG, "", game, 3);
    ck_assert_int_gt(ask(0, "", game, 3), 1);
    ck_assert_int_gt(ask(STORE_AHEAD_LOG, "a key", game, 3), 1);
    ck_assert_int_eq(ask(STORE_AHEAD_LOG, "", game, 3), 1);
}
END_TEST

/* An event that came between the request before and this one: nothing of a game but its number is remembered. */
START_TEST(a_game_that_has_gone_on_is_read_as_it_is) {
    int64_t game = make_game(store, ann, "g1");
    ck_assert_int_eq(append(store, game, 1, 3), STORE_OK);
    learn("g1");
    (void)ask(STORE_AHEAD_LOG, "", game, 3);
    ck_assert_int_eq(append(store, game, 4, 1), STORE_OK);
    ck_assert_int_eq(ask(STORE_AHEAD_LOG, "", game, 4), 1);
}
END_TEST

static enum store_result drop_game(struct store_tx *tx, void *context) {
    return store_game_delete(tx, *(int64_t *)context);
}

/* Another game of the same public id, as if it had been drawn again. The first request is answered with that game; those
 * that follow guess right. */
START_TEST(a_wrong_guess_is_read_again) {
    int64_t old = make_game(store, ann, "g1");
    learn("g1");
    (void)ask(STORE_AHEAD_LOG, "", old, 0);
    ck_assert_int_eq(in_tx(store, drop_game, &old), STORE_OK);
    int64_t game = make_game(store, make_account(store, "Bob"), "g1");
    ck_assert_int_ne(game, old);
    ck_assert_int_eq(append(store, game, 1, 5), STORE_OK);
    ck_assert_int_gt(ask(STORE_AHEAD_LOG, "", game, 5), 1);
    ck_assert_int_eq(ask(STORE_AHEAD_LOG, "", game, 5), 1);
}
END_TEST

/* The game is gone, or the token: what is remembered answers for neither. */
START_TEST(what_is_gone_is_not_found) {
    int64_t game = make_game(store, ann, "g1");
    learn("g1");
    (void)ask(STORE_AHEAD_LOG, "", game, 0);
    ck_assert_int_eq(in_tx(store, drop_game, &game), STORE_OK);
    ck_assert_int_eq(in_tx(store, delete_account, &ann), STORE_OK);
    struct store_token found;
    struct store_account account;
    struct store_game row;
    uint64_t guess = store_guess_begin(reader, "g1", STORE_AHEAD_LOG, token.hash, "");
    ck_assert_uint_ne(guess, 0);
    (void)store_token_find(reader, token.hash, &found, &account);
    store_guess_end(reader);
    ck_assert_int_eq(store_token_find(reader, token.hash, &found, &account), STORE_OK);
    ck_assert_int_ne(found.revoked_at, 0);
    store_ahead_game(reader, "g1", STORE_AHEAD_LOG, ann, "", guess);
    ck_assert_int_eq(store_game_read(reader, "g1", &row), STORE_NONE);
    store_read_end(reader);
}
END_TEST

static Suite *suite(void) {
#define CASE(title, test)                                                                          \
    { (title), (test), .setup = setup, .teardown = teardown }
    return test_suite("guess", (const struct test_case[]){
                                   CASE("right", a_right_guess_is_one_trip),
                                   CASE("lacks", a_guess_that_lacks_something_is_not_used),
                                   CASE("gone on", a_game_that_has_gone_on_is_read_as_it_is),
                                   CASE("wrong", a_wrong_guess_is_read_again),
                                   CASE("gone", what_is_gone_is_not_found),
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
