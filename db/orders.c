/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/orders.h"

#include "db/clocks.h"
#include "db/db_int.h"

#include <assert.h>
#include <string.h>

static const struct column orders_columns[] = {
    KEY(struct store_orders, game, INT, "game_id"),
    KEY(struct store_orders, seat, INT, "seat"),
    COLUMN(struct store_orders, account, INT, "account_id"),
    COLUMN(struct store_orders, revision, INT, "revision"),
    COLUMN(struct store_orders, median_ms, INT, "median_ms"),
    COLUMN(struct store_orders, max_ms, INT, "max_ms"),
    COLUMN(struct store_orders, plan_turn, UINT, "plan_turn"),
    COLUMN(struct store_orders, document, LONG_TEXT, "document"),
    {0},
};

static const struct column question_columns[] = {
    KEY(struct store_question, seat, INT, "seat"),
    KEY(struct store_question, subject, UINT, "subject"),
    COLUMN(struct store_question, what, UINT, "what"),
    COLUMN(struct store_question, due_at, INT, "due_at"),
    {0},
};

/* --------------------------------------------------------------------------------- orders -- */

enum store_result store_orders_put(struct store_tx *tx, const struct store_orders *orders) {
    STATEMENT(put,
              "INSERT INTO orders ({names}) VALUES ({marks})"
              " ON CONFLICT (game_id, seat) DO UPDATE SET {renew}",
              orders_columns);
    assert(orders->document.len <= STORE_ORDERS_DOCUMENT_MAX);
    return query_run(put_row(QUERY(&tx->reader, &put), orders), NULL);
}

enum store_result store_orders_get(struct store_reader *reader, int64_t game, int seat,
                                   void (*row)(void *context, const struct store_orders *orders),
                                   void *context) {
    STATEMENT(get, "SELECT {read} FROM orders WHERE game_id = ? AND seat = ?", orders_columns);
    struct store_orders orders;
    struct query query;
    QUERY_OPEN(&query, reader, &get, game, seat);
    bool found = query_next(&query, &orders);
    if (found)
        row(context, &orders);
    return query_end(&query, found);
}

enum store_result store_orders_of_game(struct store_reader *reader, int64_t game,
                                       struct store_orders orders[STORE_SEATS_MAX], size_t *count) {
    STATEMENT(list, "SELECT {read} FROM orders WHERE game_id = ? ORDER BY seat", orders_columns);
    enum store_result result =
        query_rows(QUERY_WITH(reader, &list, game), orders, sizeof *orders, STORE_SEATS_MAX, count);
    for (size_t i = 0; i < *count; i++)
        orders[i].document = (struct store_bytes){NULL, 0};
    return result;
}

/* Dependent rows are deleted by the foreign keys. */
enum store_result store_orders_remove(struct store_tx *tx, int64_t game, int seat) {
    STATEMENT(remove, "DELETE FROM orders WHERE game_id = ? AND seat = ?");
    return QUERY_RUN(tx, &remove, game, seat);
}

/* ------------------------------------------------------------------------------ questions -- */

enum store_result store_question_set(struct store_tx *tx, int64_t game,
                                     const struct store_question *question) {
    STATEMENT(set,
              "INSERT INTO order_questions (game_id, {names}) VALUES (?, {marks})"
              " ON CONFLICT (game_id, seat, subject) DO UPDATE SET {renew}",
              question_columns);
    return query_run(put_row(QUERY_WITH(&tx->reader, &set, game), question), NULL);
}

enum store_result store_question_remove(struct store_tx *tx, int64_t game, int seat,
                                        uint32_t subject) {
    STATEMENT(remove, "DELETE FROM order_questions WHERE game_id = ? AND seat = ? AND subject = ?");
    return QUERY_RUN(tx, &remove, game, seat, subject);
}

enum store_result store_questions_clear(struct store_tx *tx, int64_t game, int seat) {
    STATEMENT(clear, "DELETE FROM order_questions WHERE game_id = ? AND seat = ?");
    return QUERY_RUN(tx, &clear, game, seat);
}

enum store_result store_questions_of(struct store_reader *reader, int64_t game, int seat,
                                     struct store_question questions[STORE_QUESTIONS_MAX],
                                     size_t *count) {
    STATEMENT(list,
              "SELECT {read} FROM order_questions WHERE game_id = ? AND seat = ? ORDER BY subject",
              question_columns);
    return query_rows(QUERY_WITH(reader, &list, game, seat), questions, sizeof *questions,
                      STORE_QUESTIONS_MAX, count);
}

/* ---------------------------------------------------------------------------------- notes -- */

enum store_result store_order_note_add(struct store_tx *tx, int64_t game, int seat, int64_t at,
                                       const char *text) {
    STATEMENT(add, "INSERT INTO order_notes (game_id, seat, at, text) VALUES (?, ?, ?, ?)");
    STATEMENT(limit, "DELETE FROM order_notes WHERE game_id = ?1 AND seat = ?2 AND id <="
                     " (SELECT id FROM order_notes WHERE game_id = ?1 AND seat = ?2"
                     " ORDER BY id DESC LIMIT 1 OFFSET ?3)");
    assert(text[0] != '\0' && strlen(text) <= STORE_ORDER_NOTE_MAX);
    enum store_result result =
        query_run(put_text(QUERY_WITH(&tx->reader, &add, game, seat, at), text), NULL);
    return result == STORE_OK ? QUERY_RUN(tx, &limit, game, seat, STORE_ORDER_NOTES_MAX) : result;
}

enum store_result store_order_notes(struct store_reader *reader, int64_t game, int seat,
                                    void (*row)(void *context, int64_t at, const char *text),
                                    void *context) {
    STATEMENT(list, "SELECT at, text FROM order_notes WHERE game_id = ? AND seat = ? ORDER BY id");
    struct query query;
    QUERY_OPEN(&query, reader, &list, game, seat);
    while (query_row(&query)) {
        char text[STORE_ORDER_NOTE_MAX + 1];
        int64_t at = get_int(&query);
        get_text(&query, text, sizeof text);
        row(context, at, text);
    }
    return query_close(&query);
}
