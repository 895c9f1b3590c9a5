/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/app/write.h"

#include "service/app/app.h"
#include "service/http/reply.h"

static enum store_result run(struct store_tx *tx, struct store_job *job) {
    struct write *write = (struct write *)job; /* its first member */

    return write->run(tx, write);
}

static void done(struct store_job *job, enum store_result result) {
    struct write *write = (struct write *)job;

    write->result = result;
    if (result == STORE_OK && write->committed != NULL)
        write->committed(write);
    request_wake_flag(write->rq, &write->finished);
}

bool write_begin(struct request *rq, struct write *write,
                 enum store_result (*run_write)(struct store_tx *tx, struct write *write)) {
    return write_begin_then(rq, write, run_write, NULL);
}

bool write_begin_then(struct request *rq, struct write *write,
                      enum store_result (*run_write)(struct store_tx *tx, struct write *write),
                      void (*committed)(struct write *write)) {
    enum store_result result;

    *write = (struct write){
        .job = {.run = run, .done = done}, .rq = rq, .run = run_write, .committed = committed};
    result = store_submit(app_of(rq)->store, &write->job);
    if (result != STORE_OK) {
        reply_store_failure(rq, result);
        return false;
    }
    request_wait(rq);
    return true;
}

bool write_finished(struct request *rq, const struct write *write) {
    if (atomic_load(&write->finished))
        return true;
    request_wait(rq);
    return false;
}

void reply_store_failure(struct request *rq, enum store_result result) {
    switch (result) {
    case STORE_FULL:
        reply_problem(rq, PROBLEM_UNAVAILABLE, "the server's disk is full; nothing was changed");
        return;
    case STORE_BUSY:
        reply_problem(rq, PROBLEM_UNAVAILABLE,
                      "the server has too much to write at the moment; nothing was changed");
        return;
    default:
        reply_problem(rq, PROBLEM_INTERNAL, "the database could not do this; nothing was changed");
        return;
    }
}

void reply_stored(struct request *rq, enum store_result result, struct buffer *body) {
    if (result == STORE_OK) {
        reply_json(rq, 200, body);
        return;
    }
    buffer_free(body);
    reply_store_failure(rq, result);
}
