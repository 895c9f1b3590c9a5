/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/change.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/actor/runner.h"
#include "service/actor/waker.h"
#include "service/app/app.h"
#include "service/http/reply.h"
#include "service/http/topics.h"

static void change_free(struct request *rq) {
    struct change *change = rq->state;

    buffer_free(&change->body);
    free(change->play);
}

struct change *change_new(struct request *rq, bool anybody) {
    struct change *change;
    struct load load;

    if (!api_load(rq, &load))
        return NULL;
    if (!anybody && row_seat(&load.row, rq->caller.account) == NONE) {
        load_end(&load);
        reply_problem(rq, PROBLEM_FORBIDDEN, "only those who play a game can do this");
        return NULL;
    }
    change = request_alloc(rq, sizeof *change);
    if (change == NULL) {
        load_end(&load);
        reply_no_memory(rq);
        return NULL;
    }
    buffer_init(&change->body, API_GAME_MAX);
    change->account = rq->caller.account;
    change->now = app_now();
    change->seat_count = load.row.seat_count;
    change->app = app_of(rq);
    memcpy(change->game, load.row.public_id, sizeof change->game);
    memcpy(change->name, rq->caller.name, sizeof change->name);
    load_end(&load);
    rq->state = change;
    rq->state_free = change_free;
    return change;
}

/* ---- judging ---- */

enum store_result change_refuse(struct change *change, enum problem problem, const char *format,
                                ...) {
    va_list args;

    va_start(args, format);
    vsnprintf(change->detail, sizeof change->detail, format, args);
    va_end(args);
    change->problem = problem;
    return STORE_CONFLICT;
}

enum store_result change_judge_active(struct change *change, const struct load *load) {
    if (load->row.mode != STORE_MODE_PLAY)
        return change_refuse(change, PROBLEM_CONFLICT,
                             "at a table one person plays all seats, and nobody has a clock");
    if (row_over(&load->row))
        return change_refuse(change, PROBLEM_GAME_OVER, "this game is over");
    if (load->row.status != STORE_GAME_ACTIVE)
        return change_refuse(change, PROBLEM_CONFLICT, "this game has not begun yet");
    return STORE_OK;
}

unsigned change_own_seat(struct change *change, const struct load *load) {
    unsigned seat = row_seat(&load->row, change->account);

    if (seat != NONE && load->row.seats[seat].kind == STORE_SEAT_HUMAN)
        return seat;
    change_refuse(change, PROBLEM_CONFLICT, "you do not play in this game any more");
    return NONE;
}

/* ---- writing ---- */

static enum store_result keep(struct store_tx *tx, struct change *change) {
    if (change->body.failed)
        return STORE_ERROR;
    return idempotency_keep_answer(
        tx, &change->idem,
        &(struct idempotency_answer){.status = 200,
                                     .etag = change->etag[0] == '\0' ? NULL : change->etag,
                                     .body = change->body.data,
                                     .body_size = change->body.size},
        change->now);
}

static enum store_result run(struct store_tx *tx, struct write *write) {
    struct change *change = (struct change *)write;
    struct load load;
    struct writer w = writer_to(&change->body);
    enum store_result result;

    if (idempotency_was_seen(tx, &change->idem))
        return STORE_CONFLICT;
    result = load_open(&load, store_tx_reader(tx), change->game);
    if (result == STORE_OK)
        result = load_replay(&load, LOAD_LATEST, NULL, NULL);
    if (result == STORE_OK)
        result = change->run(tx, change, &load, &w);
    if (result == STORE_OK)
        result = keep(tx, change);
    load_end(&load);
    return result;
}

static void committed(struct write *write) {
    const struct change *change = (const struct change *)write;
    struct app *app = change->app;

    waker_nudge(app->waker);
    if (change->play == NULL)
        return;
    play_announce(change->play, app);
    if (change->left != 0)
        topic_publish(app->server, api_account_topic(change->left));
    topic_publish(app->server, api_account_topic(change->account));
}

void change_begin(struct request *rq, struct change *change,
                  enum store_result (*run_change)(struct store_tx *tx, struct change *change,
                                                  struct load *load, struct writer *w)) {
    change->run = run_change;
    if (rq->method == METHOD_POST && !idempotency_begin(rq, &change->idem))
        return;
    write_begin_then(rq, &change->write, run, committed);
}

static void finish(struct request *rq, struct change *change) {
    char quoted[API_ETAG_SIZE + 2];

    if (!write_finished(rq, &change->write))
        return;
    if (change->write.result == STORE_OK) {
        snprintf(quoted, sizeof quoted, "\"%s\"", change->etag);
        if (change->etag[0] != '\0')
            reply_header(rq, "ETag", quoted);
        reply_json(rq, 200, &change->body);
    } else if (change->problem == PROBLEM_NOT_FOUND || change->write.result == STORE_NONE) {
        reply_not_found(rq);
    } else if (change->problem != PROBLEM_NONE) {
        reply_problem(rq, change->problem, "%s", change->detail);
    } else if (!change->idem.seen || idempotency_begin(rq, &change->idem)) {
        reply_store_failure(rq, change->write.result);
    }
}

bool change_again(struct request *rq) {
    if (rq->state == NULL)
        return false;
    finish(rq, rq->state);
    return true;
}
_Static_assert((int)CALLER_NAME_SIZE == (int)STORE_NAME_SIZE, "callers' names are accounts' names");
