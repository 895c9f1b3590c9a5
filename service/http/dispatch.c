/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "service/base/log.h"
#include "service/base/text.h"
#include "service/http/cookie.h"
#include "service/http/framing.h"
#include "service/http/reply.h"
#include "service/http/server_int.h"

/*
 * A request's way to its handler, and every refusal on it, in this order: framing, size, route,
 * method, token, rate, scope. Everything decided by the header alone is checked before the body is
 * read.
 */

enum { ALLOW_SIZE = 64 };

static const char no_body_memory[] = "there is not enough memory for this body now";

static void allow_list(const struct request *rq, char list[ALLOW_SIZE]) {
    unsigned allowed = rq->own->match.allowed;
    size_t at = 0;

    for (int m = 0; m < METHOD_COUNT; m++) {
        if (!(allowed & (1u << m)))
            continue;
        at += (size_t)snprintf(list + at, ALLOW_SIZE - at, "%s%s, ", method_name((enum method)m),
                               m == METHOD_GET ? ", HEAD" : "");
    }
    snprintf(list + at, ALLOW_SIZE - at, "OPTIONS");
}

/* ---- refusing ---- */

static void refuse_token(struct request *rq) {
    if (request_header(rq, "Authorization") != NULL)
        reply_header(rq, "WWW-Authenticate", "Bearer realm=\"hexpost\", error=\"invalid_token\"");
    reply_problem(rq, PROBLEM_UNAUTHENTICATED, "%s", rq->own->refused_why);
}

static void reply_refusal(struct request *rq) {
    struct request_own *own = rq->own;
    struct problem_more more = {.retry_after = own->retry_after};
    char allow[ALLOW_SIZE];

    if (own->close)
        reply_header(rq, "Connection", "close");
    switch (own->refused) {
    case PROBLEM_NOT_FOUND:
        if (rq->server->config.missing != NULL)
            rq->server->config.missing(rq);
        else
            reply_not_found(rq);
        return;
    case PROBLEM_UNAUTHENTICATED: refuse_token(rq); return;
    case PROBLEM_METHOD_NOT_ALLOWED:
        allow_list(rq, allow);
        reply_header(rq, "Allow", allow);
        reply_problem(rq, own->refused, "this address takes %s", allow);
        return;
    case PROBLEM_TOO_LARGE:
        reply_problem(rq, own->refused, "a body may have at most %zu bytes here", rq->body.limit);
        return;
    case PROBLEM_FORBIDDEN:
        reply_header(rq, "WWW-Authenticate",
                     "Bearer realm=\"hexpost\", error=\"insufficient_scope\"");
        break;
    default: break;
    }
    reply_problem_more(rq, own->refused, &more, "%s", own->refused_why);
}

static bool refuse_later(struct request *rq, enum problem problem, const char *why) {
    rq->own->refused = problem;
    rq->own->refused_why = why;
    return false;
}

static enum MHD_Result refuse_now(struct request *rq) {
    rq->own->close = true;
    reply_refusal(rq);
    return rq->own->queued;
}

/* ---- checks of the header; each returns whether to go on ---- */

static bool parse_method(struct request *rq, const char *text) {
    rq->head = strcmp(text, "HEAD") == 0;
    rq->own->options = strcmp(text, "OPTIONS") == 0;
    if (rq->head)
        text = "GET";
    for (int m = 0; m < METHOD_COUNT; m++) {
        if (strcmp(text, method_name((enum method)m)) == 0) {
            rq->method = (enum method)m;
            return true;
        }
    }
    return false;
}

static size_t body_length(struct request *rq) {
    const char *length = request_header(rq, "Content-Length");

    int64_t number;

    if (length == NULL)
        return 0;
    /* The library has checked the number; one that does not fit is too large in any case. */
    return text_read_number(length, 0, INT64_MAX, &number) ? (size_t)number : SIZE_MAX;
}

/* Much larger headers do not get here: the library answers them itself. */
static bool judge_header_size(struct request *rq) {
    const union MHD_ConnectionInfo *header =
        MHD_get_connection_info(rq->own->connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);

    if (rq->own->target_size > SERVER_TARGET_MAX)
        return refuse_later(rq, PROBLEM_TARGET_TOO_LONG,
                            "a path and its query may have at most 8192 bytes");
    if (header == NULL || header->header_size > SERVER_HEADER_MAX)
        return refuse_later(rq, PROBLEM_HEADER_TOO_LARGE,
                            "a request's header may have at most 12288 bytes");
    return true;
}
_Static_assert(SERVER_TARGET_MAX == 8192 && SERVER_HEADER_MAX == 12288, "the sentences say so");

static bool judge_size(struct request *rq) {
    const struct route *route = rq->own->match.route;
    size_t limit = rq->server->config.max_body;

    if (route != NULL && route->max_body != 0)
        limit = route->max_body;
    buffer_init(&rq->body, limit);
    if (body_length(rq) > limit)
        return refuse_later(rq, PROBLEM_TOO_LARGE, "");
    return true;
}

/* A browser's token. An invalid one counts as none, as the browser cannot help sending it. */
static enum auth_result judge_cookie(struct request *rq) {
    const struct server_config *config = &rq->server->config;
    char token[COOKIE_VALUE_SIZE];

    if (config->cookie == NULL || !cookie_value(rq, config->cookie, token) ||
        (rq->method != METHOD_GET && !cookie_same_origin(rq)))
        return AUTH_BAD;
    return config->auth(rq, token);
}

static bool refuse_unknown_caller(struct request *rq) {
    return refuse_later(rq, PROBLEM_UNAVAILABLE,
                        "the database cannot be reached at the moment, so nobody's token can be "
                        "checked; nothing was changed");
}

static bool judge_token(struct request *rq) {
    const char *header = request_header(rq, "Authorization");
    const char *token;

    if (rq->route->token == ROUTE_TOKEN_IGNORED)
        return true;
    if (header == NULL) {
        switch (judge_cookie(rq)) {
        case AUTH_OK: return true;
        case AUTH_BAD: break;
        case AUTH_UNAVAILABLE: return refuse_unknown_caller(rq);
        }
        if (rq->route->token == ROUTE_TOKEN_OPTIONAL)
            return true;
        return refuse_later(
            rq, PROBLEM_UNAUTHENTICATED,
            "send a token with Authorization: Bearer; POST /v1/accounts gives you one");
    }
    if (strncasecmp(header, "Bearer ", 7) != 0)
        return refuse_later(rq, PROBLEM_UNAUTHENTICATED, "the only scheme accepted here is Bearer");
    token = header + 7;
    token += strspn(token, " ");
    switch (rq->server->config.auth(rq, token)) {
    case AUTH_OK: return true;
    case AUTH_BAD:
        return refuse_later(rq, PROBLEM_UNAUTHENTICATED,
                            "this token is not valid: mistyped, revoked or expired");
    case AUTH_UNAVAILABLE: break;
    }
    return refuse_unknown_caller(rq);
}

static const char too_many[] = "too many requests in a short time; wait and try again";

/* A large body counts as several requests; one of unknown length is counted as it arrives. */
static bool judge_rate(struct request *rq) {
    bool accounts = rq->route->rate == ROUTE_RATE_ACCOUNTS;
    unsigned bodies = accounts ? 0 : (unsigned)(body_length(rq) / SERVER_BODY_REQUEST);

    rq->own->retry_after = allowance_take(rq, 1 + bodies);
    return rq->own->retry_after == 0 ||
           refuse_later(rq, PROBLEM_RATE_LIMITED, accounts ? LIMIT_ACCOUNTS_DETAIL : too_many);
}

/* Refuses requests for unknown routes or with invalid tokens, which are charged as well: false, as the request
 * ends here. */
static bool refuse_charged(struct request *rq, enum problem problem, const char *why) {
    rq->own->retry_after = allowance_take(rq, 1);
    return rq->own->retry_after == 0 ? refuse_later(rq, problem, why)
                                     : refuse_later(rq, PROBLEM_RATE_LIMITED, too_many);
}

bool request_charge(struct request *rq, unsigned n) {
    struct problem_more more = {.retry_after = allowance_take(rq, n)};

    if (more.retry_after != 0)
        reply_problem_more(rq, PROBLEM_RATE_LIMITED, &more,
                           "this counts as %u requests; wait and try again", n + 1);
    return more.retry_after == 0;
}

bool request_replays(struct request *rq, uint32_t events) {
    struct request_own *own = rq->own;

    if (events <= SERVER_EVENTS_FAST || own->inner != NULL)
        return true;
    if (!own->held) {
        own->want_pool = true;
        return false;
    }
    if (own->charged)
        return true;
    own->charged = true;
    return request_charge(rq, events / SERVER_EVENTS_REQUEST);
}

static bool judge_scope(struct request *rq) {
    if (rq->caller.account == 0 || (rq->caller.scopes & rq->route->scope) == rq->route->scope)
        return true;
    return refuse_later(rq, PROBLEM_FORBIDDEN,
                        "this token's scopes do not include what this call needs");
}

/* A large body for which there is no memory now is refused before it is read. */
static bool judge_room(struct request *rq) {
    size_t size = body_length(rq);

    if (size <= SERVER_BODY_SMALL ||
        atomic_load(&rq->server->bodies_held) <= SERVER_BODIES_MAX - size)
        return true;
    return refuse_later(rq, PROBLEM_UNAVAILABLE, no_body_memory);
}

static bool judge_request(struct request *rq, const char *method) {
    struct request_own *own = rq->own;
    bool known = parse_method(rq, method);

    route_find(rq->server->routes, known, rq->method, rq->path, &own->match);
    rq->route = own->match.route;
    if (!judge_size(rq))
        return false;
    if (atomic_load(&rq->server->stopping)) {
        own->close = true;
        return refuse_later(rq, PROBLEM_UNAVAILABLE, "the server is stopping");
    }
    if (own->options && (own->match.allowed != 0 || strcmp(rq->path, "*") == 0))
        return true;
    if (own->match.allowed == 0)
        return refuse_charged(rq, PROBLEM_NOT_FOUND, "");
    if (rq->route == NULL)
        return refuse_later(rq, PROBLEM_METHOD_NOT_ALLOWED, "");
    if (!judge_token(rq))
        return own->refused == PROBLEM_UNAUTHENTICATED
                   ? refuse_charged(rq, PROBLEM_UNAUTHENTICATED, own->refused_why)
                   : false;
    return judge_rate(rq) && judge_scope(rq) && judge_room(rq);
}

/* ---- the library's three kinds of calls ---- */

static void take_request_id(struct request *rq) {
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                  "._-";
    const char *id = request_header(rq, "X-Request-Id");
    size_t size = id == NULL ? 0 : strlen(id);

    if (size > 0 && size <= REQUEST_ID_MAX && strspn(id, allowed) == size)
        memcpy(rq->id, id, size + 1);
}

/* Whether to read the body before a refusal, so that the connection can be kept and the response is
 * not lost to a client that is still sending. */
static bool worth_draining(struct request *rq) {
    return !rq->own->close && request_header(rq, "Expect") == NULL &&
           body_length(rq) <= SERVER_DRAIN_MAX;
}

static enum MHD_Result begin_request(struct request *rq, const char *url, const char *method,
                                     const char *version) {
    struct request_own *own = rq->own;
    const char *fault = own->target_fault;

    if (!peer_work(rq))
        return MHD_NO;
    own->begun = true;
    rq->path = url;
    peer_deadline(rq, request_now() + rq->server->config.body_ms);
    if (fault == NULL)
        fault = framing_fault(own->connection, version, own->target_end,
                              rq->server->header_layout_known);
    if (fault != NULL) {
        /* The boundary to the next request is uncertain, so nothing more is read. */
        refuse_later(rq, PROBLEM_BAD_REQUEST, fault);
        return refuse_now(rq);
    }
    take_request_id(rq);
    if (!judge_header_size(rq) || (!judge_request(rq, method) && !worth_draining(rq)))
        return refuse_now(rq);
    return MHD_YES;
}

static enum MHD_Result take_body_bytes(struct request *rq, const char *bytes, size_t size) {
    struct request_own *own = rq->own;
    size_t all = rq->body.size + size;

    if (own->refused == PROBLEM_NONE && all > rq->body.limit) {
        refuse_later(rq, PROBLEM_TOO_LARGE, "");
        own->close = true;
    }
    if (own->refused != PROBLEM_NONE) {
        buffer_free(&rq->body);
        own->drained += size;
        return own->drained <= SERVER_DRAIN_MAX ? MHD_YES : MHD_NO;
    }
    if (request_header(rq, "Content-Length") == NULL &&
        all / SERVER_BODY_REQUEST > rq->body.size / SERVER_BODY_REQUEST &&
        (own->retry_after = allowance_take(
             rq, (unsigned)(all / SERVER_BODY_REQUEST - rq->body.size / SERVER_BODY_REQUEST))) !=
            0) {
        own->close = true;
        refuse_later(rq, PROBLEM_RATE_LIMITED, too_many);
        return MHD_YES;
    }
    if (all <= SERVER_BODY_SMALL || request_hold(rq, all - own->body_held))
        buffer_append(&rq->body, bytes, size);
    else
        rq->body.failed = true;
    if (rq->body.failed) {
        own->close = true;
        refuse_later(rq, PROBLEM_UNAVAILABLE, no_body_memory);
    }
    return MHD_YES;
}

static void reply_options(struct request *rq) {
    char allow[ALLOW_SIZE];

    allow_list(rq, allow);
    reply_header(rq, "Allow", allow);
    if (request_header(rq, "Origin") != NULL) {
        reply_header(rq, "Access-Control-Allow-Methods", allow);
        reply_header(rq, "Access-Control-Allow-Headers",
                     "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, "
                     "Last-Event-ID, Prefer, X-Request-Id");
        reply_header(rq, "Access-Control-Max-Age", "7200");
    }
    reply_empty(rq, 204);
}

static bool enter_handler(struct request *rq) {
    struct server *server = rq->server;

    if (rq->own->handling)
        return true;
    atomic_fetch_add(&server->pending, 1);
    if (atomic_load(&server->closing)) {
        atomic_fetch_sub(&server->pending, 1);
        return false;
    }
    rq->own->handling = true;
    peer_deadline(rq, 0);
    return true;
}

/* The response is being sent: sets the client's deadline for receiving it. */
static enum MHD_Result end_handling(struct request *rq) {
    peer_deadline(rq, rq->own->fill != NULL && !rq->head ? 0 : request_now() + SERVER_SEND_MS);
    return rq->own->queued;
}

/* Restarts the request on the pool, as its handler has found that it takes long. */
static void go_beside(struct request *rq) {
    if (rq->state_free != NULL)
        rq->state_free(rq);
    rq->state = NULL;
    rq->state_free = NULL;
    rq->own->want_pool = false;
    rq->own->beside = true;
}

static enum MHD_Result handle_request(struct request *rq) {
    struct request_own *own = rq->own;

    if (!enter_handler(rq))
        return MHD_NO;
    for (;;) {
        bool worked = own->worked;

        own->worked = false;
        if (!rq->route->slow && !own->beside)
            rq->route->handler(rq);
        else if (!worked && pool_submit(rq))
            return MHD_YES; /* no longer ours */
        else if (!worked)
            reply_problem(rq, PROBLEM_UNAVAILABLE,
                          "the server has too much to do at the moment; try again");
        else if (own->replied)
            reply_queue_prepared(rq);
        if (own->replied)
            break;
        if (own->want_pool) {
            go_beside(rq);
            continue;
        }
        if (!own->want_wait) {
            assert(false && "a handler neither answered nor waited");
            log_line("error", "the handler of %s did not respond", rq->route->path);
            reply_problem(rq, PROBLEM_INTERNAL, "the server failed to answer");
            break;
        }
        if (wait_enter(rq))
            return MHD_YES; /* no longer ours: it may be running again already */
    }
    own->handling = false;
    atomic_fetch_sub(&rq->server->pending, 1);
    return end_handling(rq);
}

enum MHD_Result dispatch_request(void *cls, struct MHD_Connection *connection, const char *url,
                                 const char *method, const char *version, const char *upload,
                                 size_t *upload_size, void **context) {
    struct request *rq = *context;
    enum MHD_Result result;

    (void)cls;
    (void)connection;
    if (rq == NULL)
        return MHD_NO; /* no memory for it */
    if (rq->own->replied && rq->own->prepared == NULL)
        return MHD_NO; /* while stopping, the library accepts a response, drops it, and calls
                        * again */
    if (!rq->own->begun) {
        result = begin_request(rq, url, method, version);
        if (rq->own->replied)
            end_handling(rq);
        return result;
    }
    if (*upload_size != 0) {
        result = take_body_bytes(rq, upload, *upload_size);
        *upload_size = 0;
        return result;
    }
    if (rq->own->refused == PROBLEM_NONE && !rq->own->options)
        return handle_request(rq);
    if (rq->own->refused != PROBLEM_NONE)
        reply_refusal(rq);
    else
        reply_options(rq);
    return end_handling(rq);
}
