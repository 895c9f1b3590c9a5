/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_HTTP_METRICS_H
#define SERVICE_HTTP_METRICS_H

#include <stdbool.h>
#include <stdint.h>

#include "service/json/buffer.h"

/* Figures for Prometheus (text format 0.0.4). Anybody may add their own. */
struct metrics;
struct metric;

struct metrics *metrics_new(void); /* NULL: no memory */
void metrics_free(struct metrics *metrics);

/*
 * A counter or gauge, registered at start-up and kept in memory; NULL when there is no room or no
 * memory, which the functions below take as "do nothing". Rows of one name stand together, so
 * register them one after the other. labels is "" or `a="b",c="d"`. All texts are static.
 */
struct metric *metrics_counter(struct metrics *metrics, const char *name, const char *help,
                               const char *labels);
struct metric *metrics_gauge(struct metrics *metrics, const char *name, const char *help,
                             const char *labels);
void metric_add(struct metric *metric, int64_t n);
void metric_set(struct metric *metric, int64_t value);

/* Has `collect` called whenever the figures are asked for; it appends finished lines. */
bool metrics_collect(struct metrics *metrics, void (*collect)(struct buffer *out, void *context),
                     void *context);
/* Takes such a collector out again. */
void metrics_forget(struct metrics *metrics, void *context);

/* "# HELP" and "# TYPE" lines; for collectors. */
void metrics_head(struct buffer *out, const char *name, const char *type, const char *help);

void metrics_write(struct metrics *metrics, struct buffer *out);

#endif
