/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <inttypes.h>
#include <stdlib.h>

#include "service/http/metrics.h"
#include "service/http/server_int.h"

/* Metrics of requests, by route. The label is the route's pattern, never the path, as paths would
 * reveal games. */

static const int statuses[] = {200, 201, 202, 204, 303, 304, 400, 401, 403, 404, 405,
                               409, 412, 413, 414, 415, 422, 429, 431, 500, 503};
enum { STATUS_COUNT = sizeof statuses / sizeof *statuses };

static const int64_t bounds_us[] = {100,   250,   500,    1000,   2500,    5000,   10000,
                                    25000, 50000, 100000, 250000, 1000000, 5000000};
enum { BOUND_COUNT = sizeof bounds_us / sizeof *bounds_us };

struct route_stats {
    _Atomic uint64_t by_status[STATUS_COUNT + 1]; /* the last one: all others */
    _Atomic uint64_t by_time[BOUND_COUNT + 1];
    _Atomic uint64_t total_us;
};

struct request_stats {
    struct server *server;
    struct route_stats routes[]; /* one per route, and one for requests without a route */
};

static void write_request_stats(struct buffer *out, void *context);

struct request_stats *stats_new(struct server *server) {
    size_t count = server->config.route_count + 1;
    struct request_stats *stats = calloc(1, sizeof *stats + count * sizeof stats->routes[0]);

    if (stats == NULL)
        return NULL;
    stats->server = server;
    if (!metrics_collect(server->config.metrics, write_request_stats, stats)) {
        free(stats);
        return NULL;
    }
    return stats;
}

void stats_free(struct request_stats *stats) {
    if (stats == NULL)
        return;
    metrics_forget(stats->server->config.metrics, stats);
    free(stats);
}

static void count_one(_Atomic uint64_t *counter, uint64_t n) {
    atomic_fetch_add_explicit(counter, n, memory_order_relaxed);
}

static uint64_t load_counter(const _Atomic uint64_t *counter) {
    return atomic_load_explicit(counter, memory_order_relaxed);
}

void stats_count(struct server *server, const struct route *route, int status, int64_t us) {
    size_t index =
        route == NULL ? server->config.route_count : (size_t)(route - server->config.routes);
    struct route_stats *stats = &server->stats->routes[index];
    size_t i = 0;

    while (i < STATUS_COUNT && statuses[i] != status)
        i++;
    count_one(&stats->by_status[i], 1);
    for (i = 0; i < BOUND_COUNT && us > bounds_us[i];)
        i++;
    count_one(&stats->by_time[i], 1);
    count_one(&stats->total_us, us > 0 ? (uint64_t)us : 0);
}

static void write_route_labels(struct buffer *out, const struct server *server, size_t index) {
    if (index == server->config.route_count)
        buffer_text(out, "route=\"none\",method=\"none\"");
    else
        buffer_format(out, "route=\"%s\",method=\"%s\"", server->config.routes[index].path,
                      method_name(server->config.routes[index].method));
}

static void collect_statuses(struct buffer *out, const struct request_stats *stats) {
    metrics_head(out, "hexpost_http_requests_total", "counter", "Requests answered.");
    for (size_t r = 0; r <= stats->server->config.route_count; r++) {
        for (size_t i = 0; i <= STATUS_COUNT; i++) {
            uint64_t n = load_counter(&stats->routes[r].by_status[i]);

            if (n == 0)
                continue;
            buffer_text(out, "hexpost_http_requests_total{");
            write_route_labels(out, stats->server, r);
            if (i < STATUS_COUNT)
                buffer_format(out, ",status=\"%d\"} %" PRIu64 "\n", statuses[i], n);
            else
                buffer_format(out, ",status=\"other\"} %" PRIu64 "\n", n);
        }
    }
}

static void collect_times(struct buffer *out, const struct request_stats *stats) {
    static const char name[] = "hexpost_http_request_duration_seconds";

    metrics_head(out, name, "histogram", "Time from a request's first line to its answer.");
    for (size_t r = 0; r <= stats->server->config.route_count; r++) {
        const struct route_stats *route = &stats->routes[r];
        uint64_t n = 0;

        for (size_t i = 0; i <= BOUND_COUNT; i++)
            n += load_counter(&route->by_time[i]);
        if (n == 0)
            continue;
        n = 0;
        for (size_t i = 0; i <= BOUND_COUNT; i++) {
            n += load_counter(&route->by_time[i]);
            buffer_format(out, "%s_bucket{", name);
            write_route_labels(out, stats->server, r);
            if (i < BOUND_COUNT)
                buffer_format(out, ",le=\"%g\"} %" PRIu64 "\n", (double)bounds_us[i] / 1e6, n);
            else
                buffer_format(out, ",le=\"+Inf\"} %" PRIu64 "\n", n);
        }
        buffer_format(out, "%s_sum{", name);
        write_route_labels(out, stats->server, r);
        buffer_format(out, "} %.6f\n%s_count{", (double)load_counter(&route->total_us) / 1e6, name);
        write_route_labels(out, stats->server, r);
        buffer_format(out, "} %" PRIu64 "\n", n);
    }
}

static void write_request_stats(struct buffer *out, void *context) {
    const struct request_stats *stats = context;

    collect_statuses(out, stats);
    collect_times(out, stats);
}
