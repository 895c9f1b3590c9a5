/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/app/store_reply.h"

#include "service/http/reply.h"

void reply_store_failure(struct request *rq, enum store_result result) {
    switch (result) {
    case STORE_NONE: reply_not_found(rq); return;
    case STORE_FULL:
        reply_problem(rq, PROBLEM_UNAVAILABLE, "the server's disk is full; nothing was changed");
        return;
    case STORE_BUSY:
        reply_problem(rq, PROBLEM_UNAVAILABLE,
                      "the server has too much to write at the moment; nothing was changed");
        return;
    case STORE_UNAVAILABLE:
        reply_problem(rq, PROBLEM_UNAVAILABLE,
                      "the database cannot be reached at the moment; nothing was changed");
        return;
    case STORE_MEMORY: reply_no_memory(rq); return;
    case STORE_UNSETTLED:
        reply_problem(rq, PROBLEM_OUTCOME_UNKNOWN,
                      "the disk failed while this was written; repeat the request with the same "
                      "Idempotency-Key to settle it; without a key, check before you do it again");
        return;
    case STORE_DAMAGED:
        reply_problem(rq, PROBLEM_DAMAGED_GAME,
                      "this game is damaged and closed until it is repaired; other games go on");
        return;
    case STORE_CORRUPT:
        reply_problem(rq, PROBLEM_DAMAGED_DATA,
                      "a page of the database is damaged and is not read until it has been "
                      "repaired; everything else goes on");
        return;
    default:
        reply_problem(rq, PROBLEM_INTERNAL, "the database could not do this; nothing was changed");
        return;
    }
}

bool check_stored(struct request *rq, enum store_result result) {
    if (result != STORE_OK)
        reply_store_failure(rq, result);
    return result == STORE_OK;
}

void reply_stored(struct request *rq, enum store_result result, struct buffer *body) {
    if (check_stored(rq, result))
        reply_json(rq, 200, body);
    else
        buffer_free(body);
}
