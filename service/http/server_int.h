/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_HTTP_SERVER_INT_H
#define SERVICE_HTTP_SERVER_INT_H

/* What the files of service/http share among themselves; nobody else includes this. */

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
    SERVER_CONNECTION_MEMORY = 16 << 10, /* a connection's buffers, for a header and its answer's */
    SERVER_HEADER_MAX = 12 << 10,        /* bytes of a header: it leaves room for the answer's */
    SERVER_TARGET_MAX = 8 << 10,         /* of the path and query in it */
    SERVER_DRAIN_MAX = 4 << 20,    /* bytes of an unwanted body that are read before the refusal */
    SERVER_SEND_MS = 120000,       /* for a whole answer to be taken by the client */
    SERVER_SWEEP_MS = 500,         /* how often slow connections are looked for */
    SERVER_BODY_SMALL = 64 << 10,  /* bytes of a body that is not counted */
    SERVER_BODIES_MAX = 128 << 20, /* of all larger ones, and of what is made of them in reading */
    SERVER_BACKLOG = 1024,
    SERVER_SPARE = 4, /* connections for each thread, besides a sixteenth of all */
    SERVER_ADDRESS_SIZE = 80,
    TOPIC_BUCKETS = 4096,           /* a power of two */
    POOL_QUEUE_MAX = 256,           /* requests that wait for one of them; beyond that: 503 */
    POOL_QUEUE_PAYER_MAX = 64,      /* of which for one payer */
    SERVER_EVENTS_FAST = 3000,      /* a log of more is worked on beside the connections */
    SERVER_EVENTS_REQUEST = 2000,   /* of a longer one count as a further request */
    SERVER_BODY_REQUEST = 64 << 10, /* bytes of a body that count as a further request */
    SERVER_PAYER_TIMES =
        2, /* an account, or the guests of an address, may ask as much as so many tokens */
    SERVER_ANSWER_SMALL = 64 << 10, /* bytes of an answer that is not counted */
    SERVER_ANSWERS_MAX = 64 << 20,  /* of all larger ones, until they have been taken */
    SERVER_ANSWERS_PAYER_MAX = 8,   /* larger ones that one payer has not taken yet */
};

enum peer_state {
    PEER_IDLE, /* no whole header has come since the last answer */
    PEER_BUSY,
    PEER_CUT /* has given way to another one */
};

/* One TCP connection. */
struct peer {
    int fd;
    _Atomic int state;        /* enum peer_state */
    _Atomic int64_t deadline; /* request_now() at which it is cut off; 0: never */
    uint64_t client;          /* address.h */
    struct peer *prev;        /* in the list of the idle or of the others */
    struct peer *next;
};

struct subscription {
    uint64_t key;
    struct request *rq;
    struct subscription *prev; /* in the bucket */
    struct subscription *next;
    struct subscription *of_request; /* the request's next one */
};

struct reply_line {
    const char *name;
    const char *value;
    struct reply_line *next;
};

struct arena_block;

/* The server's part of a request. */
struct request_own {
    struct MHD_Connection *connection;
    struct peer *peer;
    int64_t started_us;
    struct arena_block *arena;
    char *address; /* as text, once asked for */
    bool starved;  /* found no memory: what it refuses may be right after all */

    /* reading */
    size_t target_size;       /* bytes */
    const char *target_end;   /* where the request's target ends in the library's buffer */
    const char *target_fault; /* what is wrong with it; static */
    bool begun;               /* the header has been judged */
    bool options;             /* came as OPTIONS */
    bool close;               /* nothing more is read from this connection */
    bool handling;            /* counted in server->pending: the handler has not answered yet */
    enum problem refused;     /* decided, to be answered once the body has been read */
    const char *refused_why;  /* static */
    int retry_after;
    size_t drained; /* bytes of body thrown away */
    struct route_match match;
    json_t *json;
    size_t body_held; /* counted in server->bodies_held */

    /* answering */
    struct reply_line *lines;
    bool replied;
    struct MHD_Response *prepared; /* by a thread of the pool; to be queued by the library's */
    enum MHD_Result queued;
    int status;
    uint64_t reply_size;
    size_t answer_held; /* counted in server->answers_held */

    /* waiting; all guarded by server->lock but want_wait and want_deadline */
    bool want_wait;
    int64_t want_deadline; /* 0: none */
    bool suspended;
    bool held;                   /* with the pool: stays suspended until its handler has returned */
    bool pooled;                 /* has been there: is never refused again */
    bool worked;                 /* has come back from there */
    bool want_pool;              /* its handler wants to run there */
    bool beside;                 /* does so, though its route is not slow */
    bool aside;                  /* its stream is made there */
    bool charged;                /* for the events that it replays */
    uint64_t payer;              /* while it is in the pool */
    struct request *queued_next; /* in the pool's queue */
    bool firm;                   /* waits for a job: only request_wake_flag may wake it */
    bool woken;                  /* woken while not suspended */
    bool told_stop;              /* has been called once since the server began to stop */
    int64_t deadline;
    size_t heap_at;       /* index in server->heap + 1; 0: not there */
    struct request *prev; /* of the suspended ones */
    struct request *next;
    struct subscription *subscriptions;
    uint64_t waiting_client;      /* for which it is counted while it has any */
    enum problem wait_refused;    /* why there is none */
    const char *wait_refused_why; /* static */

    /* streaming */
    bool (*fill)(struct request *rq, struct buffer *out);
    struct buffer out;
    size_t out_sent;
    struct gzip *gzip; /* that compresses it; NULL: it is sent as it is */
    int64_t next_beat;
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
    struct limit *general;    /* of a token, or of strangers at an address */
    struct limit
        *payers; /* of all tokens of an account, or of guests and strangers at an address */
    struct limit *accounts;
    struct request_stats *stats;
    struct MHD_Response *spare; /* 503, for a request whose answer there is no memory for */
    struct pool *pool;
    _Atomic uint64_t connections;
    _Atomic uint64_t in_flight;  /* requests between first line and end of the answer */
    _Atomic size_t bodies_held;  /* bytes of memory, see SERVER_BODIES_MAX */
    _Atomic size_t answers_held; /* the same of answers, see SERVER_ANSWERS_MAX */
    pthread_mutex_t answers_lock;
    struct tally answers_by_payer;
    /* A handler is entered by counting up `pending`, then looking at `closing`; the end sets
     * `closing`, then waits for `pending` to be 0. So no handler runs or waits behind that. */
    _Atomic uint64_t pending;
    atomic_bool closing;
    unsigned char id_key[crypto_shorthash_KEYBYTES];
    _Atomic uint64_t id_next;

    pthread_mutex_t peers_lock;
    struct peer idle;    /* head of a ring, see peers.c */
    struct peer busy;    /* the same: of all others, and of some that have become idle since */
    unsigned peer_count; /* in both, without those that were cut off */
    struct tally peers_by_client;

    /* One lock around "look, register, suspend" and around "wake": no wake-up can fall between. */
    pthread_mutex_t lock;
    pthread_cond_t quiet; /* a request has ended while stopping */
    struct worker timer;
    int64_t next_sweep;   /* of peers; the timer's own */
    atomic_bool stopping; /* finish what there is; set while holding the lock */
    unsigned waiting;     /* requests with subscriptions */
    struct tally waiting_by_client;
    struct tally waiting_by_token;
    struct request *suspended;
    struct request **heap; /* of suspended requests with a deadline, soonest first */
    size_t heap_size;
    struct subscription *topics[TOPIC_BUCKETS];
};

/* server.c */
/* How many connections the library is allowed to have. */
unsigned server_most_connections(const struct server_config *config);

/* peers.c */
/* Before any thread is started. */
void peers_init(struct server *server);
/* Whether a client at this address may have one more connection. Where all are taken, the one that has been
 * idle longest is cut off. */
bool peers_accept(struct server *server, const struct sockaddr *address);
/* A connection has been opened, and ended. NULL when memory ran out: it is not counted then. */
struct peer *peer_begin(struct server *server, struct MHD_Connection *connection);
void peer_end(struct server *server, struct peer *peer);
/* The header of a request has come; false when the connection has just been cut off. */
bool peer_work(struct request *rq);
/* The request has ended: its connection is idle. */
void peer_rest(struct request *rq);
/* Cuts connections off that take longer than they may. The socket is only shut down: the library
 * notices and closes it. It cannot have been closed before, for it leaves the list first. */
void peers_sweep(struct server *server, int64_t now_ms);
/* The moment after which the request's connection is cut off; 0 for never. */
void peer_deadline(struct request *rq, int64_t deadline_ms);

/* dispatch.c: the library's access handler. */
enum MHD_Result dispatch_request(void *cls, struct MHD_Connection *connection, const char *url,
                                 const char *method, const char *version, const char *upload,
                                 size_t *upload_size, void **context);

/* request.c */
struct request *request_new(struct server *server, struct MHD_Connection *connection,
                            const char *target);
void request_free(struct request *rq);
/* Counts memory for a large body until the request ends; false when all such bodies have as much as they
 * are allowed. */
bool request_hold(struct request *rq, size_t size);
/* Counts a large answer until the request ends; false, having refused it, where there are too many already. */
bool request_hold_answer(struct request *rq, size_t size);

/* wait.c */
bool waits_start(struct server *server);
void waits_end(struct server *server);
/* After a handler has called request_wait: true when the request is suspended now, false when the
 * handler has to be called again. */
bool wait_enter(struct request *rq);
/* Suspends the request for the pool. */
void wait_hold(struct request *rq);
/* After its handler has returned there: has an answered request go on, and one that waits stay suspended
 * without a gap, for whoever is to wake it must find it even when its client has gone. False when the
 * handler has to be called again at once. */
bool wait_release(struct request *rq);
/* For a stream with nothing to send: the same. */
bool wait_stream(struct request *rq);
/* Clears what woke a stream; whether the server is stopping. */
bool wait_look(struct request *rq);
/* Takes a request that has ended out of all registers. */
void wait_forget(struct request *rq);
/* Wakes all that wait for the world; the caller holds the lock. */
void wait_wake_all(struct server *server);

/* pool.c */
/* Starts the threads; false when memory or threads ran out (pool_stop ends those that run). */
bool pool_start(struct server *server);
void pool_stop(struct server *server);
/* Has a thread of the pool call the request's handler; the request is suspended until it has returned, and
 * then handled again with `worked` set. False when too many wait already. */
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
/* Makes and frees the server's spare answer. */
bool reply_spare_start(struct server *server);
void reply_spare_end(struct server *server);

/* Frees an answer that nobody gets. */
void reply_discard(struct request *rq);

/* Hands the library what a thread of the pool has prepared. */
void reply_queue_prepared(struct request *rq);
void reply_queue_stream(struct request *rq, const char *type, MHD_ContentReaderCallback read);

#endif
