/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/http/metrics.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    METRICS_MAX = 64,
    COLLECTORS_MAX = 16,
};

struct metric {
    const char *name;
    const char *type;
    const char *help;
    const char *labels;
    _Atomic int64_t value;
};

struct collector {
    void (*collect)(struct buffer *out, void *context);
    void *context;
};

struct metrics {
    pthread_mutex_t lock; /* of everything but the values */
    size_t count;
    struct metric rows[METRICS_MAX];
    size_t collector_count;
    struct collector collectors[COLLECTORS_MAX];
};

struct metrics *metrics_new(void) {
    struct metrics *metrics = calloc(1, sizeof *metrics);

    if (metrics != NULL && pthread_mutex_init(&metrics->lock, NULL) != 0) {
        free(metrics);
        return NULL;
    }
    return metrics;
}

void metrics_free(struct metrics *metrics) {
    if (metrics == NULL)
        return;
    pthread_mutex_destroy(&metrics->lock);
    free(metrics);
}

static struct metric *add_row(struct metrics *metrics, const char *type, const char *name,
                              const char *help, const char *labels) {
    struct metric *row = NULL;

    pthread_mutex_lock(&metrics->lock);
    if (metrics->count < METRICS_MAX) {
        row = &metrics->rows[metrics->count++];
        row->name = name;
        row->type = type;
        row->help = help;
        row->labels = labels;
    }
    pthread_mutex_unlock(&metrics->lock);
    return row;
}

struct metric *metrics_counter(struct metrics *metrics, const char *name, const char *help,
                               const char *labels) {
    return add_row(metrics, "counter", name, help, labels);
}

struct metric *metrics_gauge(struct metrics *metrics, const char *name, const char *help,
                             const char *labels) {
    return add_row(metrics, "gauge", name, help, labels);
}

void metric_add(struct metric *metric, int64_t n) {
    if (metric != NULL)
        atomic_fetch_add_explicit(&metric->value, n, memory_order_relaxed);
}

void metric_set(struct metric *metric, int64_t value) {
    if (metric != NULL)
        atomic_store_explicit(&metric->value, value, memory_order_relaxed);
}

bool metrics_collect(struct metrics *metrics, void (*collect)(struct buffer *out, void *context),
                     void *context) {
    bool room;

    pthread_mutex_lock(&metrics->lock);
    room = metrics->collector_count < COLLECTORS_MAX;
    if (room)
        metrics->collectors[metrics->collector_count++] = (struct collector){collect, context};
    pthread_mutex_unlock(&metrics->lock);
    return room;
}

void metrics_forget(struct metrics *metrics, void *context) {
    size_t kept = 0;

    pthread_mutex_lock(&metrics->lock);
    for (size_t i = 0; i < metrics->collector_count; i++)
        if (metrics->collectors[i].context != context)
            metrics->collectors[kept++] = metrics->collectors[i];
    metrics->collector_count = kept;
    pthread_mutex_unlock(&metrics->lock);
}

void metrics_head(struct buffer *out, const char *name, const char *type, const char *help) {
    buffer_format(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

void metrics_write(struct metrics *metrics, struct buffer *out) {
    const char *last = "";

    /* The lock is held throughout, so that a collector that is being forgotten is not running. */
    pthread_mutex_lock(&metrics->lock);
    for (size_t i = 0; i < metrics->count; i++) {
        struct metric *row = &metrics->rows[i];
        bool labelled = row->labels[0] != '\0';

        if (strcmp(row->name, last) != 0)
            metrics_head(out, row->name, row->type, row->help);
        last = row->name;
        buffer_format(out, "%s%s%s%s %" PRId64 "\n", row->name, labelled ? "{" : "", row->labels,
                      labelled ? "}" : "", atomic_load_explicit(&row->value, memory_order_relaxed));
    }
    for (size_t i = 0; i < metrics->collector_count; i++)
        metrics->collectors[i].collect(out, metrics->collectors[i].context);
    pthread_mutex_unlock(&metrics->lock);
}
