/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_HTTP_REQUEST_H
#define SERVICE_HTTP_REQUEST_H

#include <jansson.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "service/base/buffer.h"
#include "service/base/json_read.h"
#include "service/http/route.h"

struct server;

enum {
    REQUEST_ID_MAX = 64,       /* bytes of an X-Request-Id, without NUL */
    REQUEST_ADDRESS_SIZE = 46, /* an IPv6 address as text */
    CALLER_ID_SIZE = 33,
    CALLER_NAME_SIZE = 129,
};

/* The caller, as found by the auth hook; account 0: none. */
struct caller {
    int64_t account;
    int64_t token;
    unsigned scopes;
    char account_id[CALLER_ID_SIZE]; /* public id */
    char token_id[CALLER_ID_SIZE];   /* public id */
    char name[CALLER_NAME_SIZE];
    bool guest;     /* ends unless it is kept */
    bool bot;       /* a program plays under the account */
    uint64_t guess; /* that came with the token (db/guess.h); 0: none */
};

/*
 * One request, from its first line to the end of its response.
 *
 * A handler is called on a server's thread when the whole body is there. Before it returns it does
 * exactly one of these: it queues one reply (reply.h), begins a stream (stream.h), or calls
 * request_wait. After request_wait it is called again, from the start, once request_wake_flag has been
 * called; it keeps data between calls in `state`. It may also be called without a wake: a handler
 * checks its own condition each time, and waits again if that does not hold yet.
 */
struct request {
    struct server *server;
    void *app; /* server_config's app */
    const struct route *route;
    enum method method;
    bool head;        /* HEAD: answered like GET, without the body */
    const char *path; /* as sent, without the query; borrowed for the request's life */
    char id[REQUEST_ID_MAX + 1];
    struct caller caller;
    struct buffer body; /* as received */

    void *state;                            /* used by the handler */
    void (*state_free)(struct request *rq); /* called once at the end, when not NULL */

    struct request_own *own; /* the server's part; see server_int.h */
};

/* The route's nth parameter, percent-decoded; "" if it is not valid UTF-8 or holds a control
 * character, which no id does. Borrowed. */
const char *request_param(struct request *rq, size_t n);

/* A header's value, or NULL. The first of several with the same name. Borrowed. */
const char *request_header(struct request *rq, const char *name);

/* Whether the Accept header names this type, in whatever case. */
bool request_accepts(struct request *rq, const char *type);

/* Whether PREFERENCE, like "return=minimal", is in the Prefer header (RFC 7240), the first one where there are
 * several. Whoever follows it says so in Preference-Applied. */
bool request_prefers(struct request *rq, const char *preference);

/*
 * Reads the query by a table (BOOL as true/false, INT, TEXT, CHOICE). A repeated parameter is an
 * error, one not in the table is ignored. False: has answered 422.
 */
bool request_query(struct request *rq, const struct read_field *fields, size_t count);

/* Sets the header Link to the same address with this cursor: where the list goes on. */
void request_link_next(struct request *rq, const char *cursor);

/*
 * The body as JSON, an object or an array; borrowed for the request's life. NULL: has answered 415
 * or 400 for the media type or the JSON. Call it after checking visibility and role.
 */
const json_t *request_json(struct request *rq);

/* The body as a tree, whatever its media type; a new reference. NULL with *failure filled in (memory:
 * also if as many large bodies are being read as the server allows). */
json_t *request_tree(struct request *rq, struct read_failure *failure);

/*
 * Reads the body as an object with these fields. False: has answered 415, 400 or 422.
 */
bool request_fields(struct request *rq, const struct read_field *fields, size_t count);
/* The same if the caller checks more: errors of fields are noted, and false, having answered, is
 * returned only if there is no JSON. Call check_valid at the end. */
bool request_read(struct request *rq, struct read_errors *errors, const struct read_field *fields,
                  size_t count);

/* Memory that lives as long as the request; zeroed, or for what is written before it is read, as it is. NULL when
 * there is none. */
void *request_alloc(struct request *rq, size_t size);
void *request_room(struct request *rq, size_t size);
/* A copy of a text in such memory. */
char *request_copy(struct request *rq, const char *text);

/* The client's address as text; behind a trusted proxy, as given by the proxy. */
const char *request_address(struct request *rq);
/* The client's number for limits (http/address.h); 0 if unknown. */
uint64_t request_client(struct request *rq);

/* Whether allowances apply to the caller: to programs on this machine only if configured. */
bool request_is_limited(struct request *rq);

/* The payer of the request, by which allowances, turns of the pool and unsent responses are counted: the account,
 * or for guests and those without one the client's address. */
uint64_t request_payer(struct request *rq);

/* For work that costs more than usual: charges N further requests to the caller's allowance. False:
 * has answered 429, as the allowance is too small. */
bool request_charge(struct request *rq, unsigned n);

/*
 * Called before replaying a game of so many EVENTS. A long one is handled on the pool, and counts as further
 * requests. False: the handler must return at once, as if it had answered: either it was answered, or the handler
 * will be called again, from its start and without its state, on a thread of the pool.
 */
bool request_replays(struct request *rq, uint32_t events);

/* Milliseconds of a monotonic clock, in which deadlines are given. */
int64_t request_now(void);

/* Waits for a job that will call request_wake_flag when done. Nothing else ends this wait, not even
 * the end of the server. */
void request_wait(struct request *rq);
/* Waits for events: for a topic (topics.h), a wake, request_now() reaching deadline_ms, or the
 * server stopping. No job that refers to this request may be in progress: if the client has gone,
 * the request may end without its handler being called again (state_free is). */
void request_wait_until(struct request *rq, int64_t deadline_ms);

/*
 * Sets the flag and makes a waiting request's handler (or a stream's filler) be called again, in one
 * step: a handler that sees the flag set may answer, and so end the request, as this call no longer
 * touches it. For a job's done(), from any thread. A wake while the handler is still running is not
 * lost. The caller ensures that the request still exists: one that has called request_wait does until
 * it is woken.
 */
void request_wake_flag(struct request *rq, atomic_bool *flag);

/* Whether the server is stopping: requests that wait for events (not for the disk) should now
 * finish. */
bool request_stopping(const struct request *rq);

#endif
