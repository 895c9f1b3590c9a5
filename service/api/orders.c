/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/orders.h"

#include <stdio.h>
#include <string.h>

#include "db/games.h"
#include "db/orders.h"
#include "service/api/game.h"
#include "service/api/game_call.h"
#include "service/app/store_reply.h"
#include "service/orders/ask.h"
#include "service/orders/reply.h"

enum {
    ANSWER_MAX = ORDERS_JSON_MAX + STORE_ORDER_NOTES_MAX * (STORE_ORDER_NOTE_MAX * 2 + 100) + 1024,
};

_Static_assert((int)ORDERS_JSON_MAX <= (int)STORE_ORDERS_DOCUMENT_MAX, "the store takes them");
_Static_assert((int)ORDERS_NOTE_MAX <= (int)STORE_ORDER_NOTE_MAX + 1, "the store takes a note");

struct orders_change {
    struct game_call game; /* first */
    struct store_orders orders;
    struct buffer document; /* the orders; empty: remove them */
    int64_t revision;       /* the revision that was judged; 0: there were none */
};

/* ---- the seat ---- */

/* The seat that the caller plays. NONE: has answered. */
static unsigned own_seat(struct request *rq, const struct store_game *row) {
    unsigned seat = row_seat(row, rq->caller.account);

    if (seat != NONE && row->seats[seat].kind == STORE_SEAT_HUMAN &&
        row->seats[seat].resigned_at == 0)
        return seat;
    reply_problem(rq, PROBLEM_FORBIDDEN,
                  row->mode == STORE_MODE_TABLE
                      ? "a table game is played by its creator: it takes no standing orders"
                      : "only players of this game can have standing orders in it");
    return NONE;
}

/* ---- answering ---- */

struct orders_document {
    struct writer w;
    struct store_orders row; /* without its document */
};

static void write_row(void *context, const struct store_orders *row) {
    struct orders_document *reply = context;

    reply->row = *row;
    writer_json(&reply->w, row->document.data, row->document.len);
}

static void write_note(void *context, int64_t at, const char *text) {
    struct writer *w = context;

    writer_object(w);
    writer_time_member(w, "at", at);
    writer_text_member(w, "text", text);
    writer_object_end(w);
}

static void write_none(struct writer *w) {
    const struct orders none = {.median_s = DELAY_MEDIAN_DEFAULT_S, .max_s = DELAY_MAX_DEFAULT_S};

    orders_write(w, &none);
}

static void format_etag(char etag[REPLY_ETAG_SIZE], int64_t revision) {
    snprintf(etag, REPLY_ETAG_SIZE, "o.%lld", (long long)revision);
}

static enum store_result write_answer(struct orders_document *reply, const struct load *load,
                                      unsigned seat) {
    struct writer *w = &reply->w;
    enum store_result result;

    writer_object(w);
    writer_text_member(w, "game", load->row.public_id);
    writer_int_member(w, "seat", seat);
    writer_key(w, "orders");
    result = store_orders_get(load->reader, load->row.id, (int)seat, write_row, reply);
    if (result == STORE_NONE) {
        write_none(w);
        result = STORE_OK;
    }
    writer_int_or_null_member(w, "plan_turn", reply->row.plan_turn);
    writer_key(w, "notes");
    writer_array(w);
    if (result == STORE_OK)
        result = store_order_notes(load->reader, load->row.id, (int)seat, write_note, w);
    writer_array_end(w);
    writer_object_end(w);
    return result;
}

enum store_result orders_write_all(struct writer *w, const struct load *load, unsigned seat) {
    struct orders_document all = {.w = *w};
    enum store_result result = write_answer(&all, load, seat);

    *w = all.w;
    return result;
}

static void reply_orders(struct request *rq, const struct load *load, unsigned seat) {
    struct buffer body;
    struct orders_document reply = {.row = {.revision = 0}};
    char etag[REPLY_ETAG_SIZE];
    enum store_result result;

    reply.w = writer_begin(&body, ANSWER_MAX);
    result = write_answer(&reply, load, seat);
    format_etag(etag, reply.row.revision);
    if (result != STORE_OK)
        reply_store_failure(rq, result);
    else if (!reply_not_modified(rq, etag)) {
        reply_json(rq, 200, &body);
        return;
    }
    buffer_free(&body);
}

void orders_get(struct request *rq) {
    struct load load;
    unsigned seat;

    if (!request_query(rq, NULL, 0) || !api_load(rq, &load))
        return;
    seat = own_seat(rq, &load.row);
    if (seat != NONE)
        reply_orders(rq, &load, seat);
    load_end(&load);
}

/* ---- changing ---- */

static void note_revision(void *context, const struct store_orders *row) {
    *(int64_t *)context = row->revision;
}

/* The present revision; 0: there are no orders. */
static enum store_result find_revision(struct store_reader *reader, int64_t game, int seat,
                                       int64_t *revision) {
    enum store_result result;

    *revision = 0;
    result = store_orders_get(reader, game, seat, note_revision, revision);
    return result == STORE_NONE ? STORE_OK : result;
}

/* Whether the caller still has the seat, and the game is still active. */
static enum store_result still_played(struct store_reader *reader,
                                      const struct store_orders *orders) {
    struct store_game row;
    enum store_result result = store_game_get_by_id(reader, orders->game, &row);

    if (result == STORE_OK &&
        (row.status != STORE_GAME_ACTIVE || row.seats[orders->seat].kind != STORE_SEAT_HUMAN ||
         row.seats[orders->seat].account != orders->account))
        result = STORE_CONFLICT;
    store_game_clear(&row);
    return result;
}

static enum store_result orders_change_run(struct store_tx *tx, void *state) {
    struct orders_change *change = state;
    struct store_orders *orders = &change->orders;
    struct store_reader *reader = store_tx_reader(tx);
    int64_t revision, now = change->game.call.now;
    enum store_result result = find_revision(reader, orders->game, orders->seat, &revision);

    if (result == STORE_OK && revision != change->revision)
        result = STORE_CONFLICT;
    if (result == STORE_OK && change->document.size == 0)
        return orders_remove(tx, orders->game, orders->seat);
    if (result == STORE_OK)
        result = still_played(reader, orders);
    if (result != STORE_OK)
        return result;
    /* never reuses a revision, even if orders were removed in between */
    orders->revision = revision >= now ? revision + 1 : now;
    orders->document = (struct store_bytes){change->document.data, change->document.size};
    result = store_orders_put(tx, orders);
    return result == STORE_OK ? orders_ask_anew(tx, orders, now) : result;
}

/* Checks If-Match. False: has answered. */
static bool orders_is_current(struct request *rq, struct orders_change *change) {
    char etag[REPLY_ETAG_SIZE];
    enum store_result result = find_revision(change->game.load.reader, change->orders.game,
                                             change->orders.seat, &change->revision);

    format_etag(etag, change->revision);
    if (result == STORE_OK && request_matches(rq, etag))
        return true;
    if (result != STORE_OK)
        reply_store_failure(rq, result);
    else
        reply_problem(rq, PROBLEM_STALE_MATCH, "the standing orders have changed: read them again");
    return false;
}

static void orders_clear(void *state) {
    buffer_free(&((struct orders_change *)state)->document);
}

/* Opens the game for a caller with a seat, and starts with empty orders. False: has answered. */
static bool orders_begin(struct request *rq, struct orders_change *change, unsigned *seat) {
    if (!game_call_open(rq, &change->game))
        return false;
    *seat = own_seat(rq, &change->game.load.row);
    buffer_free(&change->document);
    buffer_init(&change->document, ORDERS_JSON_MAX);
    change->orders = (struct store_orders){
        .game = change->game.game, .seat = (int)*seat, .account = change->game.call.account};
    return *seat != NONE;
}

/* Reads the body into the change's orders. False: has answered. */
static bool orders_read_body(struct request *rq, struct load *load, unsigned seat,
                             struct orders_change *change) {
    enum { MS = 1000 };
    const json_t *value = NULL;
    const struct read_field fields[] = {
        {"orders", READ_OBJECT, .required = true, .to.json = &value},
    };
    struct read_errors errors = {0};
    struct labels labels;
    struct game view;
    struct orders *orders = request_alloc(rq, sizeof *orders);
    struct writer w = writer_to(&change->document);

    if (orders == NULL) {
        reply_no_memory(rq);
        return false;
    }
    if (!request_fields(rq, fields, 1) || !api_replay(rq, load, LOAD_LATEST))
        return false;
    row_labels(&load->row, &labels);
    game_view(&load->setup, &load->game, seat, &view);
    if (!orders_read(&errors, value, "/orders",
                     &(struct orders_context){&load->setup, labels.seats, &view, seat}, orders)) {
        reply_invalid(rq, &errors);
        return false;
    }
    orders_write(&w, orders);
    if (change->document.failed) {
        reply_no_memory(rq);
        return false;
    }
    change->orders.median_ms = (int64_t)orders->median_s * MS;
    change->orders.max_ms = (int64_t)orders->max_s * MS;
    if (orders->n_plan > 0)
        change->orders.plan_turn = orders_next_turn(&load->setup, &load->game, seat);
    return true;
}

static bool goes_on(struct request *rq, const struct store_game *row) {
    if (row->status == STORE_GAME_ACTIVE)
        return true;
    if (row_over(row))
        reply_problem(rq, PROBLEM_GAME_OVER, "this game is over");
    else
        reply_problem(rq, PROBLEM_CONFLICT, "this game has not begun; give orders once it has");
    return false;
}

static bool orders_put_judge(struct request *rq, void *state) {
    struct orders_change *change = state;
    struct load *load = &change->game.load;
    unsigned seat = NONE;

    return orders_begin(rq, change, &seat) && orders_read_body(rq, load, seat, change) &&
           goes_on(rq, &load->row) && orders_is_current(rq, change);
}

/* The orders as they are now. */
static void orders_put_reply(struct request *rq, void *state) {
    struct game_call *call = state;
    unsigned seat;

    if (!game_call_open(rq, call))
        return;
    seat = own_seat(rq, &call->load.row);
    if (seat != NONE)
        reply_orders(rq, &call->load, seat);
}

const struct endpoint orders_put = {
    .size = sizeof(struct orders_change),
    .judge = orders_put_judge,
    .run = orders_change_run,
    .reply = orders_put_reply,
    .close = game_call_close,
    .clear = orders_clear,
};

static bool orders_delete_judge(struct request *rq, void *state) {
    struct orders_change *change = state;
    unsigned seat = NONE;

    return orders_begin(rq, change, &seat) && orders_is_current(rq, change);
}

const struct endpoint orders_delete = {
    .size = sizeof(struct orders_change),
    .status = 204,
    .judge = orders_delete_judge,
    .run = orders_change_run,
    .close = game_call_close,
    .clear = orders_clear,
};
