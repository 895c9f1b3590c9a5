/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_HTTP_SERVER_INT_H
#define SERVICE_HTTP_SERVER_INT_H

/* Shared among the files of service/http; no other file includes this. */

#include <jansson.h>
#include <microhttpd.h>
#include <pthread.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "service/base/worker.h"
#include "service/http/limit.h"
#include "service/http/problem.h"
#include "service/http/request.h"
#include "service/http/server.h"
#include "service/http/tally.h"

enum {
    SERVER_CONNECTION_MEMORY = 16 << 10, /* a connection's buffers, for a header and the response's
                                          * header */
    SERVER_HEADER_MAX = 12 << 10,        /* bytes of a header, leaving room for the response's */
    SERVER_TARGET_MAX = 8 << 10,         /* of the path and query in it */
    SERVER_DRAIN_MAX = 4 << 20,    /* bytes of an unwanted body that are read before the refusal */
    SERVER_SEND_MS = 120000,       /* for a client to receive a whole response */
    SERVER_SWEEP_MS = 500,         /* interval of checks for slow connections */
    SERVER_BODY_SMALL = 64 << 10,  /* largest body that is not counted, in bytes */
    SERVER_BODIES_MAX = 128 << 20, /* of all larger ones, including their parsed form */
    SERVER_BACKLOG = 1024,
    SERVER_SPARE = 4, /* spare connections per thread, in addition to a sixteenth of all */
    SERVER_ADDRESS_SIZE = 80,
    TOPIC_BUCKETS = 4096,           /* a power of two */
    POOL_QUEUE_MAX = 256,           /* requests that wait for a thread; beyond that: 503 */
    POOL_QUEUE_PAYER_MAX = 64,      /* of which of one payer */
    SERVER_EVENTS_FAST = 3000,      /* longer logs are replayed on the pool */
    SERVER_EVENTS_REQUEST = 2000,   /* of a longer log that count as a further request */
    SERVER_BODY_REQUEST = 64 << 10, /* bytes of a body that count as a further request */
    SERVER_PAYER_TIMES =
        2, /* an account, or the guests of an address, have the allowance of this many tokens */
    SERVER_ANSWER_SMALL = 64 << 10,  /* largest response that is not counted, in bytes */
    SERVER_ANSWERS_MAX = 64 << 20,   /* of all larger ones, until they have been received */
    SERVER_ANSWERS_PAYER_MAX = 8,    /* larger ones of one payer not yet received */
    SERVER_STREAMS_CODED_MAX = 1000, /* streams of events that are compressed, each with 32 KiB */
};

enum peer_state {
    PEER_IDLE, /* no whole header has arrived since the last response */
    PEER_BUSY,
    PEER_CUT /* cut off in favor of another one */
};

/* One TCP connection. */
struct peer {
    int fd;
    _Atomic int state;        /* enum peer_state */
    _Atomic int64_t deadline; /* in request_now(): when it is cut off; 0: never */
    uint64_t client;          /* address.h */
    struct peer *prev;        /* in the list of idle or of other ones */
    struct peer *next;
};

struct subscription {
    uint64_t key;
    struct request *rq;
    struct subscription *prev; /* in the bucket */
    struct subscription *next;
    struct subscription *of_request; /* next subscription of the same request */
};

/* A bucket: changed under the lock, and looked at without it to see that it is empty. */
typedef _Atomic(struct subscription *) topic_head;

struct reply_line {
    const char *name;
    const char *value;
    struct reply_line *next;
};

struct arena_block;

/* What a request of the program itself has instead of a connection (inner.c). */
struct inner {
    struct inner_reply *reply;
    pthread_cond_t woken; /* with server->lock */
};

/* The only header such a request has. */
const char *inner_header(const char *name);
/* Takes the answer. */
void inner_take(struct request *rq, int status, const void *bytes, size_t size);
/* Lets it go on; the caller holds server->lock. */
void inner_wake(struct inner *inner);

/* The server's private part of a request. */
struct request_own {
    struct MHD_Connection *connection; /* NULL: the program itself asks */
    struct inner *inner;               /* then, else NULL */
    struct peer *peer;
    int64_t started_us;
    struct arena_block *arena;
    char *address; /* as text, once requested */
    bool starved;  /* memory ran out: what was refused may be right after all */

    /* reading */
    size_t target_size;       /* bytes */
    const char *target_end;   /* the end of the request's target in the library's buffer */
    const char *target_fault; /* what is wrong with the target; static */
    bool begun;               /* the header has been checked */
    bool options;             /* OPTIONS */
    bool close;               /* nothing more is read from this connection */
    bool handling;            /* counted in server->pending: the handler has not answered yet */
    enum problem refused;     /* refusal to send once the body has been read */
    const char *refused_why;  /* static */
    int retry_after;
    size_t drained; /* bytes of body discarded */
    struct route_match match;
    json_t *json;
    size_t body_held; /* counted in server->bodies_held */

    /* answering */
    struct reply_line *lines;
    bool replied;
    struct MHD_Response *prepared; /* by a thread of the pool; queued by the library's thread */
    enum MHD_Result queued;
    int status;
    uint64_t reply_size;
    size_t answer_held; /* counted in server->answers_held */

    /* waiting; guarded by server->lock, except want_wait and want_deadline */
    bool want_wait;
    int64_t want_deadline; /* 0: none */
    bool suspended;
    bool held;                   /* on the pool: stays suspended until its handler has returned */
    bool pooled;                 /* has been on the pool: is never refused again */
    bool worked;                 /* has come back from the pool */
    bool want_pool;              /* its handler wants to run on the pool */
    bool beside;                 /* runs on the pool although its route is not slow */
    bool aside;                  /* its stream is made on the pool */
    bool charged;                /* has been charged for the events that it replays */
    uint64_t payer;              /* while it is on the pool */
    struct request *queued_next; /* in the pool's queue */
    bool firm;                   /* waits for a job: only request_wake_flag may wake it */
    bool woken;                  /* woken while not suspended */
    bool told_stop;              /* has been called since the server began to stop */
    int64_t deadline;
    size_t heap_at;       /* index in server->heap + 1; 0: not there */
    struct request *prev; /* list of suspended requests */
    struct request *next;
    struct subscription *subscriptions;
    uint64_t waiting_client;      /* the client it is counted for while it has subscriptions */
    enum problem wait_refused;    /* why subscribing was refused */
    const char *wait_refused_why; /* static */

    /* streaming */
    bool (*fill)(struct request *rq, struct buffer *out);
    struct buffer out;
    size_t out_sent;
    struct gzip *gzip; /* that compresses it; NULL: it is sent as it is */
    int64_t next_beat;
    int64_t next_look; /* when fill is called without a wake */
    bool ended;
};

struct pool;          /* pool.c */
struct request_stats; /* stats.c */

struct server {
    struct server_config config;
    struct MHD_Daemon *daemon;
    int listen_fd;
    char address[SERVER_ADDRESS_SIZE];
    bool header_layout_known; /* see framing.h */
    struct limit *general;    /* per token, or per address without one */
    struct limit
        *payers; /* for all tokens of an account, or for guests and callers without an account at an
                  * address */
    struct limit *accounts;
    struct request_stats *stats;
    struct MHD_Response *spare; /* 503, for a request whose response could not be allocated */
    struct pool *pool;
    _Atomic uint64_t connections;
    _Atomic uint64_t in_flight;     /* requests between first line and end of the response */
    _Atomic size_t bodies_held;     /* bytes of memory, see SERVER_BODIES_MAX */
    _Atomic size_t answers_held;    /* the same for responses, see SERVER_ANSWERS_MAX */
    _Atomic unsigned streams_coded; /* see SERVER_STREAMS_CODED_MAX */
    pthread_mutex_t answers_lock;
    struct tally answers_by_payer;
    /* Before a handler runs, `pending` is incremented, then `closing` checked; stopping sets
     * `closing`, then waits for `pending` to become 0. So no handler runs or waits after that. */
    _Atomic uint64_t pending;
    atomic_bool closing;
    unsigned char id_key[crypto_shorthash_KEYBYTES];
    _Atomic uint64_t id_next;

    pthread_mutex_t peers_lock;
    struct peer idle;    /* head of a ring, see peers.c */
    struct peer busy;    /* the same, for all others, and some that have become idle since */
    unsigned peer_count; /* in both, except those cut off */
    struct tally peers_by_client;

    /* A single lock guards "check, register, suspend" and "wake", so that no wake is lost in
     * between. */
    pthread_mutex_t lock;
    pthread_cond_t quiet; /* signalled when a request ends while stopping */
    struct worker timer;
    int64_t next_sweep;   /* of peers; used by the timer only */
    atomic_bool stopping; /* finish what is in progress; set while holding the lock */
    unsigned waiting;     /* requests with subscriptions */
    struct tally waiting_by_client;
    struct tally waiting_by_token;
    struct request *suspended;
    struct request **heap; /* of suspended requests with a deadline, soonest first */
    size_t heap_size;
    topic_head topics[TOPIC_BUCKETS];
    struct route_table *routes;
};

/* server.c */
/* The connection limit for the library. */
unsigned server_most_connections(const struct server_config *config);

/* peers.c */
/* Call before any thread is started. */
void peers_init(struct server *server);
/* Whether a client at this address may have one more connection. If all are taken, the longest idle one is
 * cut off. */
bool peers_accept(struct server *server, const struct sockaddr *address);
/* A connection has been opened; has ended. NULL when memory ran out: then it is not counted. */
struct peer *peer_begin(struct server *server, struct MHD_Connection *connection);
void peer_end(struct server *server, struct peer *peer);
/* The header of a request has arrived; false when the connection has just been cut off. */
bool peer_work(struct request *rq);
/* The request has ended: its connection is idle. */
void peer_rest(struct request *rq);
/* Cuts off connections whose deadline has passed. Their sockets are only shut down: the library
 * notices and closes them. A socket in the list is still open, as it leaves the list before it is
 * closed. */
void peers_sweep(struct server *server, int64_t now_ms);
/* Sets when the request's connection is cut off; 0: never. */
void peer_deadline(struct request *rq, int64_t deadline_ms);

/* dispatch.c: the library's access handler. */
enum MHD_Result dispatch_request(void *cls, struct MHD_Connection *connection, const char *url,
                                 const char *method, const char *version, const char *upload,
                                 size_t *upload_size, void **context);

/* allowance.c */
/* Takes N requests from the allowance of the token (without one: of the address), then from that of the account or
 * client behind it. Returns 0, or the seconds until that many are available. Sets the headers that tell the caller what
 * is left. */
int allowance_take(struct request *rq, unsigned n);

/* request.c */
struct request *request_new(struct server *server, struct MHD_Connection *connection,
                            const char *target);
void request_free(struct request *rq);
/* Counts memory for a large body until the request ends; false when that exceeds the limit for all such
 * bodies. */
bool request_hold(struct request *rq, size_t size);
/* Counts a large response until the request ends; false, having refused it, if there are too many already. */
bool request_hold_answer(struct request *rq, size_t size);

/* wait.c */
bool waits_start(struct server *server);
void waits_end(struct server *server);
/* After a handler has called request_wait: true when the request is suspended now, false when the
 * handler has to be called again. */
bool wait_enter(struct request *rq);
/* Suspends the request for the pool. */
void wait_hold(struct request *rq);
/* After its handler has returned on the pool: resumes an answered request, and keeps a waiting one
 * suspended without a gap, as its waker must find it even if its client has gone. False when the handler
 * has to be called again at once. */
bool wait_release(struct request *rq);
/* The same as wait_enter, for a stream with nothing to send. */
bool wait_stream(struct request *rq);
/* Clears a stream's wake; returns whether the server is stopping. */
bool wait_look(struct request *rq);
/* Removes a request that has ended from all lists. */
void wait_forget(struct request *rq);
/* Wakes all that wait for events; the caller holds the lock. */
void wait_wake_all(struct server *server);

/* pool.c */
/* Starts the threads; false when memory ran out or a thread could not be created (pool_stop ends
 * those that run). */
bool pool_start(struct server *server);
void pool_stop(struct server *server);
/* Lets a thread of the pool call the request's handler; the request is suspended until that has returned,
 * and is then handled again with `worked` set. False when too many wait already. */
bool pool_submit(struct request *rq);
/* In stream.c, on a thread of the pool: makes the next piece of a stream. */
void stream_fill_aside(struct request *rq);
/* Requests that wait for a thread. */
unsigned pool_queued(struct server *server);

/* stats.c */
struct request_stats *stats_new(struct server *server);
void stats_free(struct request_stats *stats);
void stats_count(struct server *server, const struct route *route, int status, int64_t us);

/* reply.c */
/* Creates and frees the server's spare response. */
bool reply_spare_start(struct server *server);
void reply_spare_end(struct server *server);

/* Frees a response that was not queued. */
void reply_discard(struct request *rq);

/* Queues the response that a thread of the pool has prepared. */
void reply_queue_prepared(struct request *rq);
void reply_queue_stream(struct request *rq, const char *type, MHD_ContentReaderCallback read);

#endif
