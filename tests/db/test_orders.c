/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "db/clocks.h"
#include "db/orders.h"
#include "tests/db/store_help.h"
#include "tests/support/check_main.h"

static const char path[] = "orders.db";
static struct store *store;
static struct store_reader *reader;
static int64_t ann, game;

static void setup(void) {
    store = open_new_store(path, &reader);
    ann = make_account(store, "Ann");
    game = make_game(store, ann, "g1");
}

static void teardown(void) {
    store_close(store);
}

static struct store_orders some_orders(int seat, const char *document) {
    return (struct store_orders){.game = game,
                                 .seat = seat,
                                 .account = ann,
                                 .revision = 7,
                                 .median_ms = 1000,
                                 .max_ms = 5000,
                                 .plan_turn = 3,
                                 .document = {document, strlen(document)}};
}

static enum store_result put(struct store_tx *tx, void *context) {
    return store_orders_put(tx, context);
}

static enum store_result set_question(struct store_tx *tx, void *context) {
    return store_question_set(tx, game, context);
}

static enum store_result set_timer(struct store_tx *tx, void *context) {
    return store_timer_set(tx, game, *(int *)context, STORE_TIMER_ORDER, 99);
}

static enum store_result add_notes(struct store_tx *tx, void *context) {
    enum store_result result = STORE_OK;

    for (int i = 1; i <= *(int *)context && result == STORE_OK; i++) {
        char text[32];

        snprintf(text, sizeof text, "note %d", i);
        result = store_order_note_add(tx, game, 1, 100 + i, text);
    }
    return result;
}

static enum store_result remove_seat(struct store_tx *tx, void *context) {
    return store_orders_remove(tx, game, *(int *)context);
}

struct found {
    struct store_orders orders;
    char document[64];
    size_t notes;
    int64_t first_at;
    char last[64];
};

static void note_orders(void *context, const struct store_orders *orders) {
    struct found *found = context;

    found->orders = *orders;
    ck_assert_uint_lt(orders->document.len, sizeof found->document);
    snprintf(found->document, sizeof found->document, "%.*s", (int)orders->document.len,
             (const char *)orders->document.data);
}

static void note_note(void *context, int64_t at, const char *text) {
    struct found *found = context;

    if (found->notes++ == 0)
        found->first_at = at;
    snprintf(found->last, sizeof found->last, "%s", text);
}

START_TEST(orders_are_kept_and_replaced) {
    struct store_orders orders = some_orders(1, "{\"roll\":\"always\"}");
    struct store_orders all[STORE_SEATS_MAX];
    struct found found;
    size_t n;

    ck_assert_int_eq(store_orders_get(reader, game, 1, note_orders, &found), STORE_NONE);
    ck_assert_int_eq(in_tx(store, put, &orders), STORE_OK);
    orders = some_orders(1, "{}");
    orders.revision = 8;
    orders.plan_turn = 0;
    ck_assert_int_eq(in_tx(store, put, &orders), STORE_OK);
    ck_assert_int_eq(store_orders_get(reader, game, 1, note_orders, &found), STORE_OK);
    ck_assert_str_eq(found.document, "{}");
    ck_assert_int_eq(found.orders.account, ann);
    ck_assert_int_eq(found.orders.revision, 8);
    ck_assert_int_eq(found.orders.median_ms, 1000);
    ck_assert_int_eq(found.orders.max_ms, 5000);
    ck_assert_uint_eq(found.orders.plan_turn, 0);
    ck_assert_int_eq(store_orders_of_game(reader, game, all, &n), STORE_OK);
    ck_assert_uint_eq(n, 1);
    ck_assert_int_eq(all[0].seat, 1);
    ck_assert_int_eq(store_orders_of_game(reader, game + 1, all, &n), STORE_OK);
    ck_assert_uint_eq(n, 0);
}
END_TEST

START_TEST(questions_and_notes_hang_on_them) {
    struct store_orders orders = some_orders(1, "{}");
    struct store_question question = {.seat = 1, .subject = 4, .what = 9, .due_at = 50};
    struct store_question questions[STORE_QUESTIONS_MAX];
    struct found found = {0};
    int seat = 1, many = STORE_ORDER_NOTES_MAX + 5;
    size_t n;

    /* no dangling references */
    ck_assert_int_ne(in_tx(store, set_question, &question), STORE_OK);
    ck_assert_int_eq(in_tx(store, put, &orders), STORE_OK);
    ck_assert_int_eq(in_tx(store, set_question, &question), STORE_OK);
    question.subject = STORE_QUESTION_EVERYTHING;
    ck_assert_int_eq(in_tx(store, set_question, &question), STORE_OK);
    question.subject = STORE_QUESTION_DECISION;
    question.due_at = 0;
    ck_assert_int_eq(in_tx(store, set_question, &question), STORE_OK);
    ck_assert_int_eq(store_questions_of(reader, game, 1, questions, &n), STORE_OK);
    ck_assert_uint_eq(n, 3);
    ck_assert_uint_eq(questions[0].subject, STORE_QUESTION_DECISION);
    ck_assert_int_eq(questions[0].due_at, 0);
    ck_assert_uint_eq(questions[1].subject, 4);
    ck_assert_uint_eq(questions[1].what, 9);
    ck_assert_int_eq(questions[1].due_at, 50);
    ck_assert_uint_eq(questions[2].subject, STORE_QUESTION_EVERYTHING);
    ck_assert_int_eq(in_tx(store, add_notes, &many), STORE_OK);
    ck_assert_int_eq(store_order_notes(reader, game, 1, note_note, &found), STORE_OK);
    ck_assert_uint_eq(found.notes, STORE_ORDER_NOTES_MAX);
    ck_assert_int_eq(found.first_at, 106);
    ck_assert_str_eq(found.last, "note 55");
    ck_assert_int_eq(in_tx(store, remove_seat, &seat), STORE_OK);
    found.notes = 0;
    ck_assert_int_eq(store_order_notes(reader, game, 1, note_note, &found), STORE_OK);
    ck_assert_uint_eq(found.notes, 0);
    ck_assert_int_eq(store_questions_of(reader, game, 1, questions, &n), STORE_OK);
    ck_assert_uint_eq(n, 0);
}
END_TEST

START_TEST(a_deleted_account_leaves_none) {
    struct store_orders mine = some_orders(1, "{}"), others = some_orders(2, "{}");
    struct store_orders all[STORE_SEATS_MAX];
    int64_t at[STORE_SEATS_MAX];
    int seats[] = {1, 2};
    size_t n;

    others.account = make_account(store, "Ben");
    ck_assert_int_eq(in_tx(store, put, &mine), STORE_OK);
    ck_assert_int_eq(in_tx(store, put, &others), STORE_OK);
    ck_assert_int_eq(in_tx(store, set_timer, &seats[0]), STORE_OK);
    ck_assert_int_eq(in_tx(store, set_timer, &seats[1]), STORE_OK);
    ck_assert_int_eq(in_tx(store, delete_account, &ann), STORE_OK);
    ck_assert_int_eq(store_orders_of_game(reader, game, all, &n), STORE_OK);
    ck_assert_uint_eq(n, 1);
    ck_assert_int_eq(all[0].seat, 2);
    ck_assert_int_eq(store_timers_of(reader, game, STORE_TIMER_ORDER, at), STORE_OK);
    ck_assert_int_eq(at[1], 0);
    ck_assert_int_eq(at[2], 99);
}
END_TEST

static Suite *suite(void) {
    return test_suite("orders",
                      (const struct test_case[]){
                          {"kept", orders_are_kept_and_replaced, 0, 0, setup, teardown},
                          {"hang", questions_and_notes_hang_on_them, 0, 0, setup, teardown},
                          {"deleted", a_deleted_account_leaves_none, 0, 0, setup, teardown},
                          {0},
                      });
}

TEST_MAIN(suite)
