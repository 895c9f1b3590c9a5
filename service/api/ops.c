/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/ops.h"

#include <inttypes.h>

#include "db/store.h"
#include "service/api/web.h"
#include "service/app/app.h"
#include "service/app/several.h"
#include "service/http/reply.h"
#include "service/notify/sender.h"

enum {
    METRICS_TEXT_MAX = 1 << 20,
    STATUS_JSON_MAX = 256,
    LATE_S = 300 /* tolerated delay of messages before it is reported */
};

static void reply_status(struct request *rq, const char *json) {
    reply_header(rq, "Cache-Control", "no-store");
    reply_static(rq, 200, "application/json", json, strlen(json));
}

void ops_health(struct request *rq) {
    reply_status(rq, "{\"status\":\"ok\"}");
}

/* Delayed messages, an untrusted clock and damage to some pages are reported, but are no reason to turn requests
 * away. */
static void reply_ready(struct request *rq, int64_t late_s, int64_t doubted_s,
                        const struct store_metrics *metrics) {
    struct buffer body;

    buffer_init(&body, STATUS_JSON_MAX);
    buffer_format(&body, "{\"status\":\"ready\"");
    if (late_s >= LATE_S)
        buffer_format(&body, ",\"outbox_late_seconds\":%" PRId64, late_s);
    if (doubted_s > 0)
        buffer_format(&body, ",\"clock_doubted_seconds\":%" PRId64, doubted_s);
    if (!metrics->page_checksums)
        buffer_format(&body, ",\"page_checksums\":false");
    if (metrics->damaged > 0)
        buffer_format(&body, ",\"damaged_reads\":%" PRIu64, metrics->damaged);
    buffer_format(&body, "}");
    reply_header(rq, "Cache-Control", "no-store");
    reply_json(rq, 200, &body);
}

enum { DEAF_MS = 10000 };

void ops_ready(struct request *rq) {
    struct store *store = app_of(rq)->store;
    enum store_result file = store_check_file(store);
    int64_t late = sender_late_s(app_of(rq));
    struct store_metrics metrics;

    store_metrics(store, &metrics);
    if (file == STORE_NONE)
        reply_problem(rq, PROBLEM_UNAVAILABLE,
                      "the database's file is gone from its place, or is another file");
    else if (file != STORE_OK)
        reply_problem(rq, PROBLEM_UNAVAILABLE, "cannot read the database: %s",
                      store_result_name(file));
    else if (metrics.last_commit != STORE_OK)
        reply_problem(rq, PROBLEM_UNAVAILABLE, "cannot write to the database: %s",
                      store_result_name(metrics.last_commit));
    else if (several_deaf_ms(app_of(rq)->several) > DEAF_MS)
        reply_problem(rq, PROBLEM_UNAVAILABLE,
                      "for %d seconds no changes of other processes have been read",
                      DEAF_MS / 1000);
    else
        reply_ready(rq, late, (app_clock_doubted() + 999) / 1000, &metrics);
}

void ops_metrics(struct request *rq) {
    struct buffer out;

    buffer_init(&out, METRICS_TEXT_MAX);
    metrics_write(app_of(rq)->metrics, &out);
    reply_header(rq, "Cache-Control", "no-store");
    reply_body(rq, 200, "text/plain; version=0.0.4; charset=utf-8", &out);
}

void ops_openapi(struct request *rq) {
    reply_header(rq, "Cache-Control", "public, max-age=300");
    reply_header(rq, "Vary", "Accept-Encoding");
    web_reply(rq, 200, &openapi_yaml, "application/yaml");
}

static void collect_store(struct buffer *out, void *context) {
    struct store_metrics metrics;

    store_metrics(context, &metrics);
    metrics_figure(out, "hexpost_store_jobs_total", "counter", "Write jobs done.", metrics.jobs);
    metrics_figure(out, "hexpost_store_transactions_total", "counter", "Transactions they took.",
                   metrics.batches);
    metrics_figure(out, "hexpost_store_failures_total", "counter", "Transactions that failed.",
                   metrics.failed_batches);
    metrics_figure(out, "hexpost_store_statements_total", "counter",
                   "Statements sent to PostgreSQL.", metrics.statements);
    metrics_figure(out, "hexpost_store_round_trips_total", "counter",
                   "Waits for an answer from PostgreSQL.", metrics.round_trips);
    metrics_figure(out, "hexpost_store_queue", "gauge", "Write jobs that wait.", metrics.queued);
    metrics_figure(out, "hexpost_store_wal_bytes", "gauge", "Length of the write-ahead log.",
                   metrics.wal_bytes > 0 ? (uint64_t)metrics.wal_bytes : 0);
    metrics_figure(out, "hexpost_store_page_checksums", "gauge",
                   "1: a damaged page of the database would be found.", metrics.page_checksums);
    metrics_figure(out, "hexpost_store_damaged_reads_total", "counter",
                   "Reads that found damaged data.", metrics.damaged);
}

bool ops_store_metrics(struct metrics *metrics, struct store *store) {
    return metrics_collect(metrics, collect_store, store);
}
