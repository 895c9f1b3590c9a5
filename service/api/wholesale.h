/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_WHOLESALE_H
#define SERVICE_API_WHOLESALE_H

#include <stdbool.h>
#include <stdint.h>

#include "db/store.h"
#include "service/base/buffer.h"

struct request;

/*
 * Answers made of many games: records, exports. They are made part by part on the threads of the pool, one part in
 * memory at a time; each counts as what it costs, and whoever pays for it has one of them at a time.
 */
struct wholesale {
    /* Appends the next part to `part`, nothing where all has been made. False: it cannot. */
    bool (*make)(struct request *rq, struct wholesale *wholesale, struct store_reader *reader);
    void (*end)(struct wholesale *wholesale); /* frees what the caller has of it; may be NULL */
    struct buffer part;                       /* what is being sent; the caller sets its limit */
    size_t sent;
    uint64_t payer; /* whose place it has */
};

/* Counts the request as what the answer costs: that many LINES of what rows say, and EVENTS to be replayed. False: it
 * has answered. */
bool wholesale_charge(struct request *rq, int64_t lines, int64_t events);

/* Memory of SIZE bytes that begins with a struct wholesale, and a place among those that are being made. NULL: it has
 * answered. */
void *wholesale_new(struct request *rq, size_t size);

/* Begins to send it; MEDIA_TYPE is static. */
void wholesale_send(struct request *rq, const char *media_type);

#endif
