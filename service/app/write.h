/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_APP_WRITE_H
#define SERVICE_APP_WRITE_H

#include <stdatomic.h>
#include <stdbool.h>

#include "db/store.h"
#include "service/base/buffer.h"
#include "service/http/request.h"

/*
 * A request's piece of writing. The request waits, suspended, until it is on disk:
 *
 *     struct work *work = rq->state;
 *     if (work == NULL) {
 *         ... judge, then work = rq->state = request_alloc(rq, sizeof *work) ...
 *         write_begin(rq, &work->write, run);
 *     } else if (write_finished(rq, &work->write)) {
 *         ... answer by work->write.result ...
 *     }
 *
 * embedded in memory that lives as long as the request.
 */
struct write {
    struct store_job job;
    struct request *rq;
    enum store_result (*run)(struct store_tx *tx, struct write *write);
    void (*committed)(struct write *write);
    enum store_result result;
    atomic_bool finished;
};

/* Queues run() for the writer's thread and has the handler called again when it is done. False when
 * the queue is full: it has answered 503. */
bool write_begin(struct request *rq, struct write *write,
                 enum store_result (*run)(struct store_tx *tx, struct write *write));

/* The same; committed() is called on the writer's thread as soon as the work is on disk, also when
 * the client has gone meanwhile. It tells others what happened and should be short. */
bool write_begin_then(struct request *rq, struct write *write,
                      enum store_result (*run)(struct store_tx *tx, struct write *write),
                      void (*committed)(struct write *write));

/* Whether result is there; if not, it has asked to be called again. */
bool write_finished(struct request *rq, const struct write *write);

/* Answers for what the store cannot do: 503 when it is full or busy, else 500. */
void reply_store_failure(struct request *rq, enum store_result result);

/* Answers with what was read, or for what the store could not do. Takes over the buffer's memory. */
void reply_stored(struct request *rq, enum store_result result, struct buffer *body);

#endif
