/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/actor/order_actor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/games.h"
#include "db/orders.h"
#include "service/base/json_read.h"
#include "service/base/log.h"
#include "service/orders/ask.h"
#include "service/orders/delay.h"
#include "service/orders/reply.h"
#include "service/parts/part_lists.h"

/* ---- what is written ---- */

/* Orders as stored, and as they shall be. */
struct changed {
    const struct order_effect *order;
    struct store_orders row;
    char *document; /* malloc */
    bool spent;     /* the document has changed */
    bool failed;
};

/* Removes the plan's used moves from a document, and one use of the rule that answered; returns
 * whether that changed it. */
static bool spend_order(json_t *orders, const struct order_effect *order) {
    json_t *plan = json_object_get(orders, "plan");
    json_t *offers = json_object_get(orders, "offers");
    json_t *rule = order->rule < 0 ? NULL : json_array_get(offers, (size_t)order->rule);
    json_t *times = json_object_get(rule, "times");

    for (unsigned i = 0; i < order->steps; i++)
        json_array_remove(plan, 0);
    if (plan != NULL && json_array_size(plan) == 0)
        json_object_del(orders, "plan");
    if (times == NULL)
        return order->steps > 0;
    if (json_integer_value(times) > 1)
        json_integer_set(times, json_integer_value(times) - 1);
    else
        json_array_remove(offers, (size_t)order->rule);
    if (json_array_size(offers) == 0)
        json_object_del(orders, "offers");
    return true;
}

static void change_orders(void *context, const struct store_orders *row) {
    struct changed *changed = context;
    struct read_failure failure;
    json_t *orders = read_json(row->document.data, row->document.len, &failure);

    changed->row = *row;
    if (orders != NULL) {
        changed->spent = spend_order(orders, changed->order);
        changed->document = json_dumps(orders, JSON_COMPACT);
        if (json_object_get(orders, "plan") == NULL)
            changed->row.plan_turn = 0;
        json_decref(orders);
    }
    changed->failed = changed->document == NULL;
    if (changed->failed)
        return;
    changed->row.document = (struct store_bytes){changed->document, strlen(changed->document)};
}

/* Stores the question for later if no move has answered it; removes the general one once it is
 * done. */
static enum store_result write_question(struct store_tx *tx,
                                        const struct automatic_move *automatic) {
    const struct order_effect *order = &automatic->order;
    const struct store_question question = {
        .seat = (int)automatic->seat,
        .subject = order->subject,
        .what = order->mark,
        .due_at = order->due_at,
    };

    if (order->subject == STORE_QUESTION_EVERYTHING)
        return store_question_remove(tx, automatic->game, (int)automatic->seat, order->subject);
    return store_question_set(tx, automatic->game, &question);
}

static enum store_result write_rest(struct store_tx *tx, const struct automatic_move *automatic,
                                    struct changed *changed) {
    const struct order_effect *order = &automatic->order;
    enum store_result result = STORE_OK;

    changed->row.plan_turn += order->later;
    changed->row.revision++;
    if (changed->spent || order->later || order->note[0] != '\0')
        result = store_orders_put(tx, &changed->row);
    if (result == STORE_OK && order->note[0] != '\0')
        result =
            store_order_note_add(tx, automatic->game, (int)automatic->seat, order->at, order->note);
    if (result == STORE_OK && order->ask)
        result = write_question(tx, automatic);
    return result == STORE_OK ? orders_set_timer(tx, automatic->game, (int)automatic->seat)
                              : result;
}

static enum store_result write_automatic(struct store_tx *tx,
                                         const struct automatic_move *automatic,
                                         const struct play *play) {
    struct changed changed = {.order = &automatic->order};
    enum store_result result = store_orders_get(store_tx_reader(tx), automatic->game,
                                                (int)automatic->seat, change_orders, &changed);

    if (result == STORE_NONE) /* the game has ended with the move, and the orders with it */
        return play != NULL && play->status != STORE_GAME_ACTIVE ? STORE_OK : STORE_CONFLICT;
    if (result == STORE_OK && changed.failed)
        result = STORE_MEMORY;
    else if (result == STORE_OK && changed.row.revision != automatic->order.revision)
        result = STORE_CONFLICT;
    if (result == STORE_OK)
        result = write_rest(tx, automatic, &changed);
    free(changed.document);
    return result;
}

/* ---- what is due ---- */

/* A seat's orders while they are looked at. */
struct order_search {
    const struct load *load;
    struct store_orders row;
    struct labels labels;
    bool readable;
    struct orders orders;
    struct game view;
};

static void read_document(void *context, const struct store_orders *row) {
    struct order_search *search = context;
    const struct orders_context orders_context = {
        .setup = &search->load->setup,
        .labels = search->labels.seats,
        .seat = (unsigned)row->seat,
    };

    search->row = *row;
    search->readable =
        orders_read_stored(row->document.data, row->document.len, &orders_context, &search->orders);
}

static const struct offer *find_offer(const struct game *view, uint32_t id) {
    for (unsigned i = 0; i < OFFER_MAX; i++)
        if (id != 0 && view->offers[i].id == id)
            return &view->offers[i];
    return NULL;
}

/* For the general question: stores the next open question that has no row yet, due now; if there is
 * none, the general one is done. */
static void open_next(const struct order_search *search, const struct store_question *asked,
                      size_t n, struct automatic_move *automatic) {
    struct store_question open[STORE_QUESTIONS_MAX];
    size_t n_open = orders_open_questions(&search->load->game, automatic->seat, open);

    for (size_t i = 0; i < n_open; i++) {
        bool known = false;

        for (size_t k = 0; k < n && !known; k++)
            known = asked[k].subject == open[i].subject;
        if (known)
            continue;
        automatic->order.subject = open[i].subject;
        automatic->order.mark = open[i].what;
        automatic->order.ask = true;
        automatic->order.due_at = automatic->order.at;
        return;
    }
    automatic->order.ask = true; /* all have rows */
}

static void look_at(const struct order_search *search, const struct store_question *question,
                    struct automatic_move *automatic) {
    struct order_reply reply = {.rule = -1};
    const struct offer *offer = find_offer(&search->view, question->subject);

    if (!search->readable)
        log_line("error", "cannot read the standing orders of game %s, seat %u",
                 search->load->row.public_id, automatic->seat);
    else if (question->subject == STORE_QUESTION_DECISION)
        orders_reply(&search->orders, &search->load->setup, &search->view, automatic->seat,
                     search->row.plan_turn, &reply);
    else if (offer != NULL)
        orders_reply_to_offer(&search->orders, &search->load->setup, &search->view, automatic->seat,
                              offer, automatic->order.at, &reply);
    automatic->action = reply.action;
    automatic->order.rule = reply.rule;
    automatic->order.steps = reply.steps;
    automatic->order.later = reply.later ? search->load->setup.rules.players : 0;
    automatic->order.ask = reply.action.type == ACTION_NONE && reply.steps == 0 && !reply.later;
    if (reply.not_now)
        automatic->order.due_at =
            automatic->order.at + delay_draw(search->row.median_ms, search->row.max_ms);
    snprintf(automatic->order.note, sizeof automatic->order.note, "%s", reply.note);
}
_Static_assert((int)ORDER_EFFECT_NOTE_MAX == (int)ORDERS_NOTE_MAX, "a note fits");

/* Finds the first question of the seat that is due. */
static enum store_result due_of(struct order_search *search, int64_t now,
                                struct automatic_move *automatic) {
    const struct load *load = search->load;
    struct store_question asked[STORE_QUESTIONS_MAX];
    size_t n, due = 0;
    enum store_result result =
        store_questions_of(load->reader, load->row.id, search->row.seat, asked, &n);

    if (result != STORE_OK)
        return result;
    while (due < n && (asked[due].due_at == 0 || asked[due].due_at > now))
        due++;
    if (due == n)
        return STORE_OK;
    result = store_orders_get(load->reader, load->row.id, search->row.seat, read_document, search);
    if (result != STORE_OK)
        return result == STORE_NONE ? STORE_OK : result;
    automatic->by = BY_ORDER;
    automatic->seat = (unsigned)search->row.seat;
    automatic->with = write_automatic;
    automatic->order = (struct order_effect){
        .revision = search->row.revision,
        .at = now,
        .subject = asked[due].subject,
        .mark = asked[due].what,
        .rule = -1,
    };
    game_view(&load->setup, &load->game, automatic->seat, &search->view);
    if (asked[due].subject == STORE_QUESTION_EVERYTHING)
        open_next(search, asked, n, automatic);
    else
        look_at(search, &asked[due], automatic);
    return STORE_OK;
}

enum store_result orders_due(const struct load *load, int64_t now,
                             struct automatic_move *automatic) {
    struct store_orders rows[STORE_SEATS_MAX];
    struct order_search *search;
    size_t n;
    enum store_result result = store_orders_of_game(load->reader, load->row.id, rows, &n);

    if (result != STORE_OK || n == 0)
        return result;
    search = malloc(sizeof *search);
    if (search == NULL)
        return STORE_MEMORY;
    search->load = load;
    row_labels(&load->row, &search->labels);
    for (size_t i = 0; i < n && result == STORE_OK && automatic->with == NULL; i++) {
        const struct store_seat *seat = &load->row.seats[rows[i].seat];

        /* orders of a former player are removed with the next event */
        if (seat->kind != STORE_SEAT_HUMAN || seat->account != rows[i].account)
            continue;
        search->row = rows[i];
        result = due_of(search, now, automatic);
    }
    free(search);
    return result;
}

/* ---- parts of turns ---- */

enum store_result parts_due(const struct load *load, int64_t now,
                            struct automatic_move *automatic) {
    const struct part_ground ground = load_part_ground(load);
    struct part_use uses[SEAT_MAX] = {0};
    struct part_next next;
    enum store_result result = part_next_find(&ground, &load->game, uses, &next);

    (void)now;
    automatic->by = BY_ORDER;
    automatic->parts = result == STORE_OK && next.due;
    return result;
}
