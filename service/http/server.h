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
    AUTH_OK,         /* rq->caller is filled */
    AUTH_BAD,        /* no such token, or revoked, or expired: 401 */
    AUTH_UNAVAILABLE /* cannot be found out at the moment: 503 */
};

enum {
    SERVER_POOL_THREADS = 4,
    SERVER_FILES_LEAST = 64, /* with fewer open files nobody is served */
};

struct server_config {
    const char *listen; /* "host:port", "[v6]:port"; port 0 takes any free one */
    unsigned threads;
    unsigned pool_threads;    /* for the handlers of slow routes; at most SERVER_POOL_THREADS */
    unsigned max_connections; /* beyond that the one that has been idle longest gives way */
    unsigned max_per_address; /* connections; 0: no limit. With trust_proxy there is none */
    unsigned max_waiting;     /* requests subscribed to topics (long polls and streams) */
    unsigned
        max_waiting_per_address; /* of these, 0: no limit; with trust_proxy, of the forwarded one */
    unsigned max_waiting_per_token; /* the same of one token */
    size_t max_body;                /* bytes, where the route says nothing */
    unsigned idle_ms;            /* a connection without a request, or with an unfinished header */
    unsigned body_ms;            /* from the end of the header to the end of the body */
    unsigned heartbeat_ms;       /* of streams */
    unsigned stop_ms;            /* how long server_stop waits for clients that read slowly */
    bool trust_proxy;            /* believe the last address in X-Forwarded-For */
    bool access_log;             /* a line per request on stderr */
    const char *cookie;          /* holds a browser's token; NULL: none is looked at */
    bool https;                  /* people come by https: pages of our own do, too */
    bool limit_local;            /* rates hold for programs on this machine too */
    struct server_rate general;  /* per token, or per address without one */
    struct server_rate accounts; /* new accounts per address */

    const struct route *routes; /* must outlive the server */
    size_t route_count;
    void *app; /* rq->app */
    enum auth_result (*auth)(struct request *rq, const char *token);
    void (*missing)(struct request *rq); /* answers where no route is; NULL: a problem does */
    struct metrics *metrics;             /* must outlive the server */
    struct server **started;             /* set before the first request is served; may be NULL */
};

/* How many files the whole program may have to open, so that nobody is turned away for want of one. */
unsigned server_files(const struct server_config *config);

/* Lowers connections and threads to what FILES open files allow; below SERVER_FILES_LEAST false, and nothing
 * is changed. */
bool server_fit_files(struct server_config *config, unsigned files);

/* Starts serving. On failure returns NULL (as *started is then) and writes a sentence to error. The config is copied,
 * what it points to is not. */
struct server *server_start(const struct server_config *config, char *error, size_t error_size);

/* "127.0.0.1:8080", the real port. Borrowed. */
const char *server_address(const struct server *server);

/* From now on /readyz should say no and waiting requests are woken to finish; returns at once. */
void server_begin_stop(struct server *server);

/* Takes no new connections, lets the requests in flight finish, ends streams, frees the server.
 * Requests that wait for a job wait until it is done. NULL is fine. */
void server_stop(struct server *server);

/* For metrics of load. */
unsigned server_waiting(struct server *server);

#endif
