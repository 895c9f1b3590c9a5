/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_HTTP_METRICS_H
#define SERVICE_HTTP_METRICS_H

#include <stdbool.h>
#include <stdint.h>

#include "service/base/buffer.h"

/* Metrics for Prometheus (text format 0.0.4). Every module with counters adds a collector that writes
 * them. */
struct metrics;

struct metrics *metrics_new(void); /* NULL: no memory */
void metrics_free(struct metrics *metrics);

/* Calls `collect` whenever the metrics are requested; it appends complete lines. */
bool metrics_collect(struct metrics *metrics, void (*collect)(struct buffer *out, void *context),
                     void *context);
/* Removes the collectors with this context. */
void metrics_forget(struct metrics *metrics, void *context);

/* "# HELP" and "# TYPE" lines; for collectors. */
void metrics_head(struct buffer *out, const char *name, const char *type, const char *help);

/* One figure without labels, with these lines before it. */
void metrics_figure(struct buffer *out, const char *name, const char *type, const char *help,
                    uint64_t value);

void metrics_write(struct metrics *metrics, struct buffer *out);

#endif
