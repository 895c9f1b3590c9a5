/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_HTTP_SERVER_H
#define SERVICE_HTTP_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "service/http/limit.h"
#include "service/http/request.h"
#include "service/http/route.h"

struct metrics;
struct server;

enum auth_result {
    AUTH_OK,         /* rq->caller is filled in */
    AUTH_BAD,        /* no such token, or revoked, or expired: 401 */
    AUTH_UNAVAILABLE /* cannot be determined at the moment: 503 */
};

enum {
    SERVER_POOL_THREADS = 4,
    SERVER_FILES_LEAST = 64, /* the server does not start with fewer open files */
};

struct server_config {
    const char *listen; /* "host:port", "[v6]:port"; port 0 takes any free one */
    unsigned threads;
    unsigned pool_threads;    /* for the handlers of slow routes; at most SERVER_POOL_THREADS */
    unsigned max_connections; /* beyond that the longest idle one is cut off */
    unsigned max_per_address; /* connections; 0: no limit. With trust_proxy there is none */
    unsigned max_waiting;     /* requests subscribed to topics (long polls and streams) */
    unsigned
        max_waiting_per_address; /* of these, 0: no limit; with trust_proxy, of the forwarded one */
    unsigned max_waiting_per_token; /* the same per token */
    size_t max_body;                /* bytes, unless the route has a limit */
    unsigned idle_ms;            /* a connection without a request, or with an unfinished header */
    unsigned body_ms;            /* from the end of the header to the end of the body */
    unsigned heartbeat_ms;       /* of streams */
    unsigned stop_ms;            /* how long server_stop waits for slow clients */
    bool trust_proxy;            /* believe the last address in X-Forwarded-For */
    bool access_log;             /* log each request on stderr */
    const char *cookie;          /* the name of the cookie with a browser's token; NULL: cookies are
                                  * ignored */
    bool https;                  /* the server is reached by https, and so are its own pages */
    bool limit_local;            /* rates also apply to programs on this machine */
    struct server_rate general;  /* per token, or per address without one */
    struct server_rate accounts; /* new accounts per address */

    const struct route *routes; /* must outlive the server */
    size_t route_count;
    void *app; /* rq->app */
    enum auth_result (*auth)(struct request *rq, const char *token);
    void (*missing)(struct request *rq); /* answers unknown routes; NULL: with a problem */
    struct metrics *metrics;             /* must outlive the server */
    struct server **started;             /* set before the first request is served; may be NULL */
};

/* How many open files the whole program may need, so that no connection is refused for lack of one. */
unsigned server_files(const struct server_config *config);

/* Reduces connections and threads to what FILES open files allow; false, changing nothing, below
 * SERVER_FILES_LEAST. */
bool server_fit_files(struct server_config *config, unsigned files);

/* Starts serving. On failure returns NULL (*started is NULL too) and writes a sentence to error. The config is
 * copied, but not what it points to. */
struct server *server_start(const struct server_config *config, char *error, size_t error_size);

/* "127.0.0.1:8080", with the actual port. Borrowed. */
const char *server_address(const struct server *server);

/* Begins to stop: /readyz should fail from now on, and waiting requests are woken to finish.
 * Returns at once. */
void server_begin_stop(struct server *server);

/* Accepts no new connections, lets the requests in flight finish, ends streams, frees the server.
 * Requests that wait for a job wait until it is done. NULL is fine. */
void server_stop(struct server *server);

/* For metrics of load. */
unsigned server_waiting(struct server *server);

#endif
