/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/http/metrics.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>

enum { COLLECTORS_MAX = 16 };

struct collector {
    void (*collect)(struct buffer *out, void *context);
    void *context;
};

struct metrics {
    pthread_mutex_t lock;
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

void metrics_figure(struct buffer *out, const char *name, const char *type, const char *help,
                    uint64_t value) {
    metrics_head(out, name, type, help);
    buffer_format(out, "%s %" PRIu64 "\n", name, value);
}

void metrics_write(struct metrics *metrics, struct buffer *out) {
    /* The lock is held throughout, so that a collector is not running while it is removed. */
    pthread_mutex_lock(&metrics->lock);
    for (size_t i = 0; i < metrics->collector_count; i++)
        metrics->collectors[i].collect(out, metrics->collectors[i].context);
    pthread_mutex_unlock(&metrics->lock);
}
