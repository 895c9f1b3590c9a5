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

/* Who asks, as the auth hook found out; account 0 is nobody. */
struct caller {
    int64_t account;
    int64_t token;
    unsigned scopes;
    char account_id[CALLER_ID_SIZE]; /* public id */
    char token_id[CALLER_ID_SIZE];   /* public id */
    char name[CALLER_NAME_SIZE];
    bool guest; /* ends unless it is kept */
};

/*
 * One request, from its first line to the end of its answer.
 *
 * A handler is called on a server's thread when the whole body is there. Before it returns it does
 * exactly one of these: it queues one reply (reply.h), begins a stream (stream.h), or calls
 * request_wait. After request_wait it will be called again, from the start, once somebody has
 * called request_wake_flag; what it wants to remember goes into `state`. It may also be called without
 * any wake that it knows of: a handler looks at its own condition each time, and waits again if
 * that does not hold yet.
 */
struct request {
    struct server *server;
    void *app; /* server_config's app */
    const struct route *route;
    enum method method;
    bool head;        /* came as HEAD: answered like GET, without the body */
    const char *path; /* as sent, without the query; borrowed for the request's life */
    char id[REQUEST_ID_MAX + 1];
    struct caller caller;
    struct buffer body; /* as received */

    void *state;                            /* the handler's own */
    void (*state_free)(struct request *rq); /* called once at the end, when not NULL */

    struct request_own *own; /* the server's part; see server_int.h */
};

/* The route's nth parameter, percent-decoded; "" where it is not valid UTF-8 or holds a control
 * character, which no id does. Borrowed. */
const char *request_param(struct request *rq, size_t n);

/* A header's value, or NULL. Of several with one name, the first. Borrowed. */
const char *request_header(struct request *rq, const char *name);

/*
 * Reads the query by a table (BOOL as true/false, INT, TEXT, CHOICE). A repeated parameter is an
 * error, one that the table does not have is ignored. If anything is wrong it answers 422 itself and
 * returns false.
 */
bool request_query(struct request *rq, const struct read_field *fields, size_t count);

/* Sets the header Link to the same address with this cursor: where the list goes on. */
void request_link_next(struct request *rq, const char *cursor);

/*
 * The body as JSON, an object or an array; borrowed for the request's life. When the media type or
 * the JSON is wrong it answers 415 or 400 itself and returns NULL. Call it after visibility and
 * role have been judged.
 */
const json_t *request_json(struct request *rq);

/* The body as a tree, whatever its media type says; the caller's. NULL with *failure filled (memory: also
 * where as many large bodies are being read as the server allows). */
json_t *request_tree(struct request *rq, struct read_failure *failure);

/*
 * The body as an object with these fields. Answers 415, 400 or 422 itself and returns false when
 * anything is wrong.
 */
bool request_fields(struct request *rq, const struct read_field *fields, size_t count);
/* The same where more can be wrong: it notes what is wrong with the fields, and is false, having
 * answered, only where there is no JSON. check_valid comes last. */
bool request_read(struct request *rq, struct read_errors *errors, const struct read_field *fields,
                  size_t count);

/* Memory that lives as long as the request; zeroed. NULL when there is none. */
void *request_alloc(struct request *rq, size_t size);
/* A copy of a text in such memory. */
char *request_copy(struct request *rq, const char *text);

/* The client's address as text; behind a trusted proxy the one that the proxy names. */
const char *request_address(struct request *rq);
/* The same as limits count it (http/address.h); 0 where it is not known. */
uint64_t request_client(struct request *rq);

/* Whether allowances hold for who asks: for programs on this machine only where that is configured. */
bool request_is_limited(struct request *rq);

/* Who is behind the request, as allowances, the pool's turns and answers that are held count it: the account, or for
 * guests and those without one the client's address. */
uint64_t request_payer(struct request *rq);

/* For work that costs more than a request usually does: counts N further ones against the caller's
 * allowance. Answers 429 itself and returns false where that does not hold so many. */
bool request_charge(struct request *rq, unsigned n);

/*
 * Before work over a game of so many EVENTS. A long one is worked on beside the threads that serve connections, and
 * counts as further requests. False: the handler returns at once, as if it had answered; it has been, or the
 * handler will be called again, from its start and without its state, on a thread of the pool.
 */
bool request_replays(struct request *rq, uint32_t events);

/* Milliseconds of a clock that never jumps; what deadlines are given in. */
int64_t request_now(void);

/* Waits for a job that will call request_wake_flag once it is done. Nothing else
 * ends this wait, not even the end of the server. */
void request_wait(struct request *rq);
/* Waits for the world: for a topic (topics.h), a wake, request_now() reaching deadline_ms, or the
 * server's wish to stop. No job may be under way that knows of this request: when the client has
 * gone, the request may end without its handler being called again (state_free is). */
void request_wait_until(struct request *rq, int64_t deadline_ms);

/*
 * Sets the flag and has a waiting request's handler (or a stream's filler) called again, in one step:
 * a handler that sees the flag set may answer, and so end the request, without this call still touching
 * it. What a job's done() uses, from any thread. A wake that comes while the handler is still running
 * is not lost. The caller makes sure that the request still exists: one that has called request_wait
 * does until it is woken.
 */
void request_wake_flag(struct request *rq, atomic_bool *flag);

/* The server wants to end: whatever waits for the world (not for the disk) should now finish. */
bool request_stopping(const struct request *rq);

#endif
