/* SPDX-License-Identifier: AGPL-3.0-or-later */

/* Rows that a process remembers (db/recall.h): they spare statements, and no change is overlooked. */
#include "db/accounts.h"
#include "db/recall.h"
#include "tests/db/store_help.h"
#include "tests/support/check_main.h"
#include "tests/support/sql.h"
#include "tests/support/sql_trace.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char path[] = "recall.db";
static struct store *store;
static struct store_reader *reader;
static int64_t ann, game;
static struct store_token token;

static void setup(void) {
    static bool traced;
    if (!traced)
        sql_trace_install();
    traced = true;
    store = open_new_store(path, &reader);
    ann = make_account(store, "Ann");
    token = make_laptop_token(store, ann);
    game = make_game(store, ann, "g1");
    ck_assert_int_eq(append(store, game, 1, 3), STORE_OK);
    ck_assert_uint_eq(check_log(reader, game),
                      3); /* a connection knows no state before it has read */
}

static void teardown(void) {
    store_close(store);
}

/* Finds the token; returns the statements that it took. */
static unsigned find_token(struct store_token *found, struct store_account *account) {
    sql_trace_begin();
    ck_assert_int_eq(store_token_find(reader, token.hash, found, account), STORE_OK);
    ck_assert_str_eq(found->public_id, "t1");
    ck_assert_int_eq(account->id, ann);
    return sql_trace_totals().statements;
}

/* Reads the game with its log, which has EVENTS; returns the rows that it took. */
static unsigned read_game(uint32_t events, struct store_game *row) {
    struct checked checked = {.game = game};
    sql_trace_begin();
    ck_assert_int_eq(store_game_read(reader, "g1", row), STORE_OK);
    unsigned rows = sql_trace_totals().rows;
    const struct store_window window = {.log = row->log, .times = true};
    ck_assert_int_eq(store_events_read(reader, game, &window, check_event, &checked), STORE_OK);
    ck_assert_uint_eq(checked.seq, events);
    ck_assert_uint_eq(row->last_seq, events);
    ck_assert_int_eq(row->seat_count, 4);
    store_read_end(reader);
    return rows;
}

/* The row of the game and four seats' rows, or the log's alone. */
enum { ALL_ROWS = 5, LOG_ROWS = 1 };

START_TEST(a_token_is_asked_for_once) {
    struct store_token found;
    struct store_account account;
    (void)find_token(&found, &account);
    ck_assert_uint_eq(find_token(&found, &account), 0);
    ck_assert_str_eq(account.name, "Ann");
    ck_assert_int_eq(append(store, game, 4, 1), STORE_OK); /* changes none of these rows */
    ck_assert_uint_eq(find_token(&found, &account), 0);
}
END_TEST

static enum store_result revoke_token(struct store_tx *tx, void *context) {
    (void)context;
    return store_token_revoke(tx, ann, "t1", 5000);
}

START_TEST(a_revocation_holds_at_once) {
    struct store_token found;
    struct store_account account;
    (void)find_token(&found, &account);
    (void)find_token(&found, &account);
    ck_assert_int_eq(in_tx(store, revoke_token, NULL), STORE_OK);
    ck_assert_uint_eq(find_token(&found, &account), 1);
    ck_assert_int_eq(found.revoked_at, 5000);
}
END_TEST

START_TEST(of_a_game_only_the_log_is_read_again) {
    struct store_game row;
    store_game_clear((read_game(3, &row), &row));
    ck_assert_uint_eq(read_game(3, &row), LOG_ROWS);
    ck_assert_str_eq(row.public_id, "g1");
    store_game_clear(&row);
    ck_assert_int_eq(append(store, game, 4, 64), STORE_OK); /* with a chunk */
    ck_assert_uint_eq(read_game(67, &row), LOG_ROWS);
    store_game_clear(&row);
}
END_TEST

static enum store_result take_seat(struct store_tx *tx, void *context) {
    const struct store_seat was = {.kind = STORE_SEAT_OPEN},
                            now = {.kind = STORE_SEAT_HUMAN, .account = ann};
    return store_seat_set(tx, game, *(int *)context, &was, &now);
}

static enum store_result finish_game(struct store_tx *tx, void *context) {
    enum store_result result = store_game_start(tx, game, 6000);
    (void)context;
    return result == STORE_OK ? store_game_finish(tx, game, STORE_GAME_FINISHED, 7000, 2,
                                                  (struct store_bytes){"p", 1})
                              : result;
}

START_TEST(changes_of_a_game_and_its_seats_are_read) {
    struct store_game row;
    int seat = 2;
    store_game_clear((read_game(3, &row), &row));
    ck_assert_int_eq(in_tx(store, take_seat, &seat), STORE_OK);
    ck_assert_uint_eq(read_game(3, &row), ALL_ROWS);
    ck_assert_int_eq(row.seats[2].account, ann);
    ck_assert_str_eq(row.seats[2].account_name, "Ann");
    store_game_clear(&row);
    ck_assert_int_eq(in_tx(store, finish_game, NULL), STORE_OK);
    ck_assert_uint_eq(read_game(3, &row), ALL_ROWS);
    ck_assert_int_eq(row.status, STORE_GAME_FINISHED);
    ck_assert_uint_eq(row.points.len, 1);
    store_game_clear(&row);
}
END_TEST

static enum store_result take_seat_in_vain(struct store_tx *tx, void *context) {
    enum store_result result = take_seat(tx, context);
    return result == STORE_OK ? STORE_CONFLICT : result;
}

START_TEST(what_is_undone_is_not_read) {
    struct store_game row;
    int seat = 1;
    store_game_clear((read_game(3, &row), &row));
    ck_assert_int_eq(in_tx(store, take_seat_in_vain, &seat), STORE_CONFLICT);
    (void)read_game(3, &row);
    ck_assert_int_eq(row.seats[1].account, 0);
    store_game_clear(&row);
}
END_TEST

START_TEST(what_another_connection_changes_is_read) {
    struct store_token found;
    struct store_account account;
    struct store_game row;
    (void)find_token(&found, &account);
    store_game_clear((read_game(3, &row), &row));
    sql_force(path, "UPDATE accounts SET name = 'Eve'");
    (void)find_token(&found, &account);
    ck_assert_str_eq(account.name, "Eve");
    sql_force(path, "UPDATE games SET name = 'renamed'");
    ck_assert_uint_eq(read_game(3, &row), ALL_ROWS);
    ck_assert_str_eq(row.name, "renamed");
    store_game_clear(&row);
    ck_assert_int_eq(append(store, game, 4, 1),
                     STORE_OK); /* the store was the last to write again */
    (void)find_token(&found, &account);
    ck_assert_str_eq(account.name, "Eve");
    ck_assert_uint_eq(find_token(&found, &account), 0);
}
END_TEST

/* Another process, begun before this one opens the file, that renames the account when it is told to. */
static int tell[2];
static pid_t other;

static void setup_two(void) {
    char byte;
    ck_assert_int_eq(pipe(tell), 0);
    other = fork();
    ck_assert_int_ge(other, 0);
    if (other == 0) {
        if (read(tell[0], &byte, 1) != 1)
            _exit(1);
        sql_force(path, "UPDATE accounts SET name = 'Eve'");
        _exit(0);
    }
    setup();
}

START_TEST(what_another_process_changes_is_read) {
    struct store_token found;
    struct store_account account;
    int status;
    (void)find_token(&found, &account);
    ck_assert_uint_eq(find_token(&found, &account), 0);
    ck_assert_int_eq(write(tell[1], "", 1), 1);
    ck_assert_int_eq(waitpid(other, &status, 0), other);
    ck_assert_int_eq(status, 0);
    ck_assert_uint_eq(find_token(&found, &account), 1);
    ck_assert_str_eq(account.name, "Eve");
    ck_assert_int_eq(append(store, game, 4, 1), STORE_OK);
    (void)find_token(&found, &account);
    ck_assert_str_eq(account.name, "Eve");
}
END_TEST

/* ---- while others change rows ---- */

enum { CHANGES = 300 };

static enum store_result set_name(struct store_tx *tx, void *context) {
    return store_account_set(tx, context);
}

/* Each change is known to be made before the next one begins. */
static void *change_names(void *context) {
    _Atomic int *made = context;
    for (int i = 1; i <= CHANGES; i++) {
        struct store_account account = {.id = ann};
        snprintf(account.name, sizeof account.name, "Ann %d", i);
        snprintf(account.name_key, sizeof account.name_key, "ann %d", i);
        snprintf((char *)account.alike, sizeof account.alike, "%d", i);
        ck_assert_int_eq(in_tx(store, set_name, &account), STORE_OK);
        *made = i;
    }
    return NULL;
}

START_TEST(no_row_is_older_than_what_is_known_to_be_made) {
    struct store_token found;
    struct store_account account;
    _Atomic int made = 0;
    pthread_t thread;
    int before = 0;
    ck_assert_int_eq(pthread_create(&thread, NULL, change_names, &made), 0);
    while (before < CHANGES) {
        before = made;
        (void)find_token(&found, &account);
        ck_assert_int_ge(strtol(account.name + strlen("Ann"), NULL, 10), before);
    }
    pthread_join(thread, NULL);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "recall",
        (const struct test_case[]){
            {"token", a_token_is_asked_for_once, .setup = setup, .teardown = teardown},
            {"revocation", a_revocation_holds_at_once, .setup = setup, .teardown = teardown},
            {"game", of_a_game_only_the_log_is_read_again, .setup = setup, .teardown = teardown},
            {"changes", changes_of_a_game_and_its_seats_are_read, .setup = setup,
             .teardown = teardown},
            {"undone", what_is_undone_is_not_read, .setup = setup, .teardown = teardown},
            {"connection", what_another_connection_changes_is_read, .setup = setup,
             .teardown = teardown},
            {"process", what_another_process_changes_is_read, .setup = setup_two,
             .teardown = teardown},
            {"meanwhile", no_row_is_older_than_what_is_known_to_be_made, .setup = setup,
             .teardown = teardown},
            {0},
        });
}
TEST_MAIN(suite)
