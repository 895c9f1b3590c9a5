/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/orders.h"

#include "db/clocks.h"
#include "db/db_int.h"

#include <assert.h>
#include <string.h>

#define ORDER_COLUMNS "game_id, seat, account_id, revision, median_ms, max_ms, plan_turn"

/* --------------------------------------------------------------------------------- orders -- */

static void get_orders(struct query *query, struct store_orders *orders) {
    *orders = (struct store_orders){.game = get_int(query)};
    orders->seat = (int)get_int(query);
    orders->account = get_int(query);
    orders->revision = get_int(query);
    orders->median_ms = get_int(query);
    orders->max_ms = get_int(query);
    orders->plan_turn = (uint32_t)get_int(query);
}

enum store_result store_orders_put(struct store_tx *tx, const struct store_orders *orders) {
    STATEMENT(
        put,
        "INSERT INTO orders (" ORDER_COLUMNS ", document) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (game_id, seat) DO UPDATE SET account_id = excluded.account_id,"
        " revision = excluded.revision, median_ms = excluded.median_ms, max_ms = excluded.max_ms,"
        " plan_turn = excluded.plan_turn, document = excluded.document");
    assert(orders->document.len <= STORE_ORDERS_DOCUMENT_MAX);
    struct query query;
    query_open(&query, &tx->reader, &put);
    put_int(&query, orders->game);
    put_int(&query, orders->seat);
    put_int(&query, orders->account);
    put_int(&query, orders->revision);
    put_int(&query, orders->median_ms);
    put_int(&query, orders->max_ms);
    put_int(&query, orders->plan_turn);
    put_long_text(&query, orders->document);
    return query_run(&query, NULL);
}

enum store_result store_orders_get(struct store_reader *reader, int64_t game, int seat,
                                   void (*row)(void *context, const struct store_orders *orders),
                                   void *context) {
    STATEMENT(get, "SELECT " ORDER_COLUMNS ", document FROM orders"
                   " WHERE game_id = ? AND seat = ?");
    struct query query;
    query_open(&query, reader, &get);
    put_int(&query, game);
    put_int(&query, seat);
    bool found = query_row(&query);
    if (found) {
        struct store_orders orders;
        get_orders(&query, &orders);
        orders.document = get_bytes(&query);
        row(context, &orders);
    }
    enum store_result result = query_close(&query);
    return result == STORE_OK && !found ? STORE_NONE : result;
}

enum store_result store_orders_of_game(struct store_reader *reader, int64_t game,
                                       struct store_orders orders[STORE_SEATS_MAX], size_t *count) {
    STATEMENT(list, "SELECT " ORDER_COLUMNS " FROM orders WHERE game_id = ?"
                    " ORDER BY seat");
    struct query query;
    query_open(&query, reader, &list);
    put_int(&query, game);
    *count = 0;
    while (*count < STORE_SEATS_MAX && query_row(&query))
        get_orders(&query, &orders[(*count)++]);
    return query_close(&query);
}

/* What hangs on them goes with them by the foreign keys. */
enum store_result store_orders_remove(struct store_tx *tx, int64_t game, int seat) {
    STATEMENT(remove, "DELETE FROM orders WHERE game_id = ? AND seat = ?");
    return QUERY_NUMBERS(tx, &remove, NULL, game, seat);
}

enum store_result store_orders_forget(struct store_tx *tx, int64_t account) {
    STATEMENT(timers, "DELETE FROM timers WHERE kind = ?2 AND (game_id, seat) IN"
                      " (SELECT game_id, seat FROM orders WHERE account_id = ?1)");
    STATEMENT(forget, "DELETE FROM orders WHERE account_id = ?1");
    struct query query;
    query_open(&query, &tx->reader, &timers);
    put_int(&query, account);
    put_int(&query, STORE_TIMER_ORDER);
    enum store_result result = query_run(&query, NULL);
    if (result != STORE_OK)
        return result;
    query_open(&query, &tx->reader, &forget);
    put_int(&query, account);
    return query_run(&query, NULL);
}

/* ------------------------------------------------------------------------------ questions -- */

enum store_result store_question_set(struct store_tx *tx, int64_t game,
                                     const struct store_question *question) {
    STATEMENT(
        set,
        "INSERT INTO order_questions (game_id, seat, subject, what, due_at) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (game_id, seat, subject) DO UPDATE SET what = excluded.what,"
        " due_at = excluded.due_at");
    return QUERY_NUMBERS(tx, &set, NULL, game, question->seat, question->subject, question->what,
                         question->due_at);
}

enum store_result store_question_remove(struct store_tx *tx, int64_t game, int seat,
                                        uint32_t subject) {
    STATEMENT(remove, "DELETE FROM order_questions WHERE game_id = ? AND seat = ? AND subject = ?");
    return QUERY_NUMBERS(tx, &remove, NULL, game, seat, subject);
}

enum store_result store_questions_clear(struct store_tx *tx, int64_t game, int seat) {
    STATEMENT(clear, "DELETE FROM order_questions WHERE game_id = ? AND seat = ?");
    return QUERY_NUMBERS(tx, &clear, NULL, game, seat);
}

enum store_result store_questions_of(struct store_reader *reader, int64_t game, int seat,
                                     struct store_question questions[STORE_QUESTIONS_MAX],
                                     size_t *count) {
    STATEMENT(list, "SELECT seat, subject, what, due_at FROM order_questions"
                    " WHERE game_id = ? AND seat = ? ORDER BY subject");
    struct query query;
    query_open(&query, reader, &list);
    put_int(&query, game);
    put_int(&query, seat);
    *count = 0;
    while (*count < STORE_QUESTIONS_MAX && query_row(&query)) {
        struct store_question *question = &questions[(*count)++];
        question->seat = (int)get_int(&query);
        question->subject = (uint32_t)get_int(&query);
        question->what = (uint32_t)get_int(&query);
        question->due_at = get_int(&query);
    }
    return query_close(&query);
}

/* ---------------------------------------------------------------------------------- notes -- */

enum store_result store_order_note_add(struct store_tx *tx, int64_t game, int seat, int64_t at,
                                       const char *text) {
    STATEMENT(add, "INSERT INTO order_notes (game_id, seat, at, text) VALUES (?, ?, ?, ?)");
    STATEMENT(prune, "DELETE FROM order_notes WHERE id IN"
                     " (SELECT id FROM order_notes WHERE game_id = ? AND seat = ?"
                     " ORDER BY id DESC LIMIT -1 OFFSET ?)");
    assert(text[0] != '\0' && strlen(text) <= STORE_ORDER_NOTE_MAX);
    struct query query;
    query_open(&query, &tx->reader, &add);
    put_int(&query, game);
    put_int(&query, seat);
    put_int(&query, at);
    put_text(&query, text);
    enum store_result result = query_run(&query, NULL);
    if (result != STORE_OK)
        return result;
    query_open(&query, &tx->reader, &prune);
    put_int(&query, game);
    put_int(&query, seat);
    put_int(&query, STORE_ORDER_NOTES_MAX);
    return query_run(&query, NULL);
}

enum store_result store_order_notes(struct store_reader *reader, int64_t game, int seat,
                                    void (*row)(void *context, int64_t at, const char *text),
                                    void *context) {
    STATEMENT(list, "SELECT at, text FROM order_notes"
                    " WHERE game_id = ? AND seat = ? ORDER BY id");
    struct query query;
    query_open(&query, reader, &list);
    put_int(&query, game);
    put_int(&query, seat);
    while (query_row(&query)) {
        char text[STORE_ORDER_NOTE_MAX + 1];
        int64_t at = get_int(&query);
        get_text(&query, text, sizeof text);
        row(context, at, text);
    }
    return query_close(&query);
}
