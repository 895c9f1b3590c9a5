/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/orders.h"

#include <stdio.h>
#include <string.h>

#include "db/orders.h"
#include "service/api/game.h"
#include "service/app/app.h"
#include "service/app/write.h"
#include "service/http/reply.h"
#include "service/orders/ask.h"
#include "service/orders/reply.h"

enum {
    ANSWER_MAX = ORDERS_JSON_MAX + STORE_ORDER_NOTES_MAX * (STORE_ORDER_NOTE_MAX * 2 + 100) + 1024,
    TRIES_MAX = 16, /* how often a change is judged anew because others were faster */
};

_Static_assert((int)ORDERS_JSON_MAX <= (int)STORE_ORDERS_DOCUMENT_MAX, "the store takes them");
_Static_assert((int)ORDERS_NOTE_MAX <= (int)STORE_ORDER_NOTE_MAX + 1, "the store takes a note");

struct order_work {
    struct write write; /* first: a job leads back to its request's state */
    struct store_orders orders;
    struct buffer document; /* of orders; empty: they are to be removed */
    bool matched;           /* only upon the revision below */
    int64_t revision;       /* 0: there were none */
    int64_t now;
    unsigned tries;
};

/* ---- whose they are ---- */

/* The seat that the caller plays; NONE when it has answered. */
static unsigned own_seat(struct request *rq, const struct store_game *row) {
    unsigned seat = row_seat(row, rq->caller.account);

    if (seat != NONE && row->seats[seat].kind == STORE_SEAT_HUMAN &&
        row->seats[seat].resigned_at == 0)
        return seat;
    reply_problem(rq, PROBLEM_FORBIDDEN,
                  row->mode == STORE_MODE_TABLE
                      ? "a table game is played by its creator: it takes no standing orders"
                      : "only who plays a seat of this game has standing orders in it");
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
    writer_key(w, "plan_turn");
    if (reply->row.plan_turn == 0)
        writer_null(w);
    else
        writer_int(w, reply->row.plan_turn);
    writer_key(w, "notes");
    writer_array(w);
    if (result == STORE_OK)
        result = store_order_notes(load->reader, load->row.id, (int)seat, write_note, w);
    writer_array_end(w);
    writer_object_end(w);
    return result;
}

static void reply_orders(struct request *rq, const struct load *load, unsigned seat) {
    struct buffer body;
    struct orders_document reply = {.row = {.revision = 0}};
    char etag[REPLY_ETAG_SIZE];
    enum store_result result;

    buffer_init(&body, ANSWER_MAX);
    reply.w = writer_to(&body);
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

/* The revision there is, 0 for none. */
static enum store_result find_revision(struct store_reader *reader, int64_t game, int seat,
                                       int64_t *revision) {
    enum store_result result;

    *revision = 0;
    result = store_orders_get(reader, game, seat, note_revision, revision);
    return result == STORE_NONE ? STORE_OK : result;
}

/* Whether the seat is still the caller's, and the game still going on. */
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

static enum store_result run_change(struct store_tx *tx, struct write *write) {
    struct order_work *work = (struct order_work *)write;
    struct store_orders *orders = &work->orders;
    struct store_reader *reader = store_tx_reader(tx);
    int64_t revision;
    enum store_result result = find_revision(reader, orders->game, orders->seat, &revision);

    if (result == STORE_OK && work->matched && revision != work->revision)
        result = STORE_CONFLICT;
    if (result == STORE_OK && work->document.size == 0)
        return orders_remove(tx, orders->game, orders->seat);
    if (result == STORE_OK)
        result = still_played(reader, orders);
    if (result != STORE_OK)
        return result;
    /* never one that there was before, even if they were removed in between */
    orders->revision = revision >= work->now ? revision + 1 : work->now;
    orders->document = (struct store_bytes){work->document.data, work->document.size};
    result = store_orders_put(tx, orders);
    return result == STORE_OK ? orders_ask_anew(tx, orders, work->now) : result;
}

/* Judges If-Match; false when it has answered. */
static bool current(struct request *rq, const struct load *load, struct order_work *work) {
    char etag[REPLY_ETAG_SIZE];
    enum store_result result =
        find_revision(load->reader, work->orders.game, work->orders.seat, &work->revision);

    work->matched = request_header(rq, "If-Match") != NULL;
    format_etag(etag, work->revision);
    if (result == STORE_OK && request_matches(rq, etag))
        return true;
    if (result != STORE_OK)
        reply_store_failure(rq, result);
    else
        reply_problem(rq, PROBLEM_STALE_MATCH, "the standing orders have changed: read them again");
    return false;
}

static void work_free(struct request *rq) {
    buffer_free(&((struct order_work *)rq->state)->document);
}

/* The request's work, empty; NULL when it has answered. */
static struct order_work *begin(struct request *rq, const struct load *load, unsigned seat) {
    struct order_work *work = rq->state != NULL ? rq->state : request_alloc(rq, sizeof *work);

    if (work == NULL) {
        reply_no_memory(rq);
        return NULL;
    }
    if (rq->state == NULL)
        buffer_init(&work->document, ORDERS_JSON_MAX);
    rq->state = work;
    rq->state_free = work_free;
    buffer_clear(&work->document);
    work->now = app_now();
    work->orders = (struct store_orders){
        .game = load->row.id, .seat = (int)seat, .account = rq->caller.account};
    return work;
}

/* Reads the body into the work's orders; false when it has answered. */
static bool read_body(struct request *rq, struct load *load, unsigned seat,
                      struct order_work *work) {
    enum { MS = 1000 };
    const json_t *value = NULL;
    const struct read_field fields[] = {
        {"orders", READ_OBJECT, .required = true, .to.json = &value},
    };
    struct read_errors errors = {0};
    struct labels labels;
    struct game view;
    struct orders *orders = request_alloc(rq, sizeof *orders);
    struct writer w = writer_to(&work->document);

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
    if (work->document.failed) {
        reply_no_memory(rq);
        return false;
    }
    work->orders.median_ms = (int64_t)orders->median_s * MS;
    work->orders.max_ms = (int64_t)orders->max_s * MS;
    if (orders->n_plan > 0)
        work->orders.plan_turn = orders_next_turn(&load->setup, &load->game, seat);
    return true;
}

static bool goes_on(struct request *rq, const struct store_game *row) {
    if (row->status == STORE_GAME_ACTIVE)
        return true;
    if (row_over(row))
        reply_problem(rq, PROBLEM_GAME_OVER, "this game is over");
    else
        reply_problem(rq, PROBLEM_CONFLICT, "this game has not begun: orders come afterwards");
    return false;
}

static void start_put(struct request *rq) {
    struct order_work *work;
    struct load load;
    unsigned seat;

    if (!api_load(rq, &load))
        return;
    seat = own_seat(rq, &load.row);
    work = seat == NONE ? NULL : begin(rq, &load, seat);
    if (work != NULL && read_body(rq, &load, seat, work) && goes_on(rq, &load.row) &&
        current(rq, &load, work))
        write_begin(rq, &work->write, run_change);
    load_end(&load);
}

static void start_delete(struct request *rq) {
    struct order_work *work;
    struct load load;
    unsigned seat;

    if (!api_load(rq, &load))
        return;
    seat = own_seat(rq, &load.row);
    work = seat == NONE ? NULL : begin(rq, &load, seat);
    if (work != NULL && current(rq, &load, work))
        write_begin(rq, &work->write, run_change);
    load_end(&load);
}

/* Whether the work is done; where others were faster it is begun anew, and where it failed it has
 * been answered. */
static bool finished(struct request *rq, void (*again)(struct request *rq)) {
    struct order_work *work = rq->state;

    if (!write_finished(rq, &work->write))
        return false;
    if (work->write.result == STORE_OK)
        return true;
    if (work->write.result == STORE_CONFLICT && ++work->tries < TRIES_MAX)
        again(rq);
    else
        reply_store_failure(rq, work->write.result);
    return false;
}

void orders_put(struct request *rq) {
    struct load load;

    if (rq->state == NULL)
        start_put(rq);
    else if (finished(rq, start_put) && api_load(rq, &load)) {
        unsigned seat = own_seat(rq, &load.row);

        if (seat != NONE)
            reply_orders(rq, &load, seat);
        load_end(&load);
    }
}

void orders_delete(struct request *rq) {
    if (rq->state == NULL)
        start_delete(rq);
    else if (finished(rq, start_delete))
        reply_empty(rq, 204);
}
