/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/wholesale.h"

#include <pthread.h>

#include "service/api/events.h"
#include "service/app/app.h"
#include "service/http/reply.h"
#include "service/http/stream.h"

enum {
    PIECE = 256 << 10,    /* bytes that are handed on at once */
    PLACES = 16,          /* answers that are made at a time, one for each payer */
    CHARGE_EVENTS = 2000, /* so many events count as a further request, */
    CHARGE_LINES = 50,    /* and so many lines; */
    CHARGE_MOST = 150,    /* but no more than somebody may have at once */
    RETRY_S = 60,
};

/* ---- places ---- */

static struct {
    pthread_mutex_t lock;
    uint64_t payers[PLACES];
} places = {.lock = PTHREAD_MUTEX_INITIALIZER};

static bool take_wholesale_place(uint64_t payer) {
    unsigned place = PLACES;

    pthread_mutex_lock(&places.lock);
    for (unsigned i = PLACES; i > 0; i--)
        if (places.payers[i - 1] == 0)
            place = i - 1;
    for (unsigned i = 0; i < PLACES; i++)
        if (places.payers[i] == payer)
            place = PLACES;
    if (place < PLACES)
        places.payers[place] = payer;
    pthread_mutex_unlock(&places.lock);
    return place < PLACES;
}

static void leave_wholesale_place(uint64_t payer) {
    pthread_mutex_lock(&places.lock);
    for (unsigned i = 0; i < PLACES; i++)
        if (places.payers[i] == payer)
            places.payers[i] = 0;
    pthread_mutex_unlock(&places.lock);
}

/* ---- beginning ---- */

bool wholesale_charge(struct request *rq, int64_t lines, int64_t events) {
    int64_t n = lines / CHARGE_LINES + events / CHARGE_EVENTS;

    return request_charge(rq, (unsigned)(n < CHARGE_MOST ? n : CHARGE_MOST));
}

static void free_wholesale(struct request *rq) {
    struct wholesale *wholesale = rq->state;

    leave_wholesale_place(wholesale->payer);
    buffer_free(&wholesale->part);
    if (wholesale->end != NULL)
        wholesale->end(wholesale);
}

void *wholesale_new(struct request *rq, size_t size) {
    const struct problem_more more = {.retry_after = RETRY_S};
    uint64_t payer = request_payer(rq);
    struct wholesale *wholesale;

    if (!take_wholesale_place(payer)) {
        reply_problem_more(rq, PROBLEM_RATE_LIMITED, &more,
                           "another answer of many games is being made for you, or many are for "
                           "others; wait for its end");
        return NULL;
    }
    wholesale = request_alloc(rq, size);
    if (wholesale == NULL) {
        leave_wholesale_place(payer);
        reply_no_memory(rq);
        return NULL;
    }
    wholesale->payer = payer;
    rq->state = wholesale;
    rq->state_free = free_wholesale;
    return wholesale;
}

/* ---- sending ---- */

static bool make_wholesale_part(struct request *rq, struct wholesale *wholesale) {
    struct store_reader *reader = store_reader_get(app_of(rq)->store);

    buffer_free(&wholesale->part);
    wholesale->sent = 0;
    return reader != NULL && events_token_good(rq) && wholesale->make(rq, wholesale, reader) &&
           !wholesale->part.failed;
}

static bool fill_wholesale(struct request *rq, struct buffer *out) {
    struct wholesale *wholesale = rq->state;
    size_t size;

    /* What ends too soon must not look whole: where the next answer begins has been said already. */
    if (wholesale->sent == wholesale->part.size && !make_wholesale_part(rq, wholesale)) {
        out->failed = true;
        return false;
    }
    size = wholesale->part.size - wholesale->sent;
    size = size < PIECE ? size : PIECE;
    buffer_append(out, wholesale->part.data + wholesale->sent, size);
    wholesale->sent += size;
    return size > 0;
}

void wholesale_send(struct request *rq, const char *media_type) {
    stream_begin_aside(rq, media_type, fill_wholesale);
}
