/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/http/reply.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "service/base/json_write.h"
#include "service/base/log.h"
#include "service/base/monotonic.h"
#include "service/http/gzip.h"
#include "service/http/server_int.h"

enum {
    PROBLEM_BODY_MAX = 16 << 10,
    PROBLEM_DETAIL_MAX = 512,
    UNAVAILABLE_RETRY_SECONDS = 5,
    COMPRESS_LEAST = 1024, /* bytes: what is smaller fits into a packet anyway */
    STREAM_BLOCK = 1024,   /* only used towards clients of HTTP/1.0 */
};

/* Ends the tag of a compressed form. */
#define CODED_TAG ".gz"

static const char no_memory_now[] = "not enough memory at the moment; try again";

/* ---- headers ---- */

/* The value set so far, or NULL. */
static const char *reply_header_get(const struct request *rq, const char *name) {
    for (const struct reply_line *line = rq->own->lines; line != NULL; line = line->next)
        if (strcasecmp(line->name, name) == 0)
            return line->value;
    return NULL;
}

void reply_header(struct request *rq, const char *name, const char *value) {
    struct reply_line *line = rq->own->lines;
    const char *copy = request_copy(rq, value);

    while (line != NULL && strcasecmp(line->name, name) != 0)
        line = line->next;
    if (line == NULL && copy != NULL) {
        line = request_alloc(rq, sizeof *line);
        if (line != NULL) {
            line->next = rq->own->lines;
            rq->own->lines = line;
        }
    }
    if (line == NULL || copy == NULL) {
        log_line("error", "no memory for header %s of the response to request %s", name, rq->id);
        return;
    }
    line->name = name;
    line->value = copy;
}

void reply_secret(struct request *rq) {
    reply_header(rq, "Cache-Control", "no-store");
}

/* Whether an entity tag ends here, that of a compressed form too. */
static bool ends_tag(const char *rest) {
    if (strncmp(rest, CODED_TAG, sizeof CODED_TAG - 1) == 0)
        rest += sizeof CODED_TAG - 1;
    return *rest == '"';
}

/* Whether a list of entity tags names this one; "*" names all. Weak ones count for If-None-Match
 * only. */
static bool names_etag(const char *list, const char *etag, bool weak_too) {
    size_t size = strlen(etag);

    while (*list != '\0') {
        bool weak;

        list += strspn(list, " \t,");
        if (*list == '*')
            return true;
        weak = strncmp(list, "W/", 2) == 0;
        if (weak)
            list += 2;
        if (*list != '"')
            return false;
        list++;
        if (strncmp(list, etag, size) == 0 && ends_tag(list + size) && (!weak || weak_too))
            return true;
        list += strcspn(list, "\"");
        list += *list == '"';
    }
    return false;
}

enum { QUOTED_SIZE = REPLY_ETAG_SIZE + sizeof CODED_TAG + 2 };

/* Sets the ETag, given without quotes and shorter than REPLY_ETAG_SIZE. */
static void reply_etag(struct request *rq, const char *etag) {
    char quoted[QUOTED_SIZE];

    assert(strlen(etag) < REPLY_ETAG_SIZE);
    snprintf(quoted, sizeof quoted, "\"%s\"", etag);
    reply_header(rq, "ETag", quoted);
}

static void quote_coded(const char *etag, char quoted[QUOTED_SIZE]) {
    snprintf(quoted, QUOTED_SIZE, "\"%s%s\"", etag, CODED_TAG);
}

uint32_t reply_etag_mix(uint32_t hash, const void *bytes, size_t size) {
    const unsigned char *byte = bytes;

    for (size_t i = 0; i < size; i++)
        hash = (hash ^ byte[i]) * UINT32_C(16777619);
    return hash;
}

bool reply_not_modified(struct request *rq, const char *etag) {
    const char *none_match = request_header(rq, "If-None-Match");
    char coded[QUOTED_SIZE];

    reply_etag(rq, etag);
    if (rq->method != METHOD_GET || none_match == NULL || !names_etag(none_match, etag, true))
        return false;
    quote_coded(etag, coded);
    if (strstr(none_match, coded) != NULL) /* a cache looks for the tag that it has */
        reply_header(rq, "ETag", coded);
    reply_empty(rq, 304);
    return true;
}

bool request_matches(struct request *rq, const char *etag) {
    const char *match = request_header(rq, "If-Match");

    return match == NULL || names_etag(match, etag, false);
}

/* ---- queueing ---- */

/* A header that the library cannot add (no memory) is logged, but the response is still sent. */
static void add_response_header(struct request *rq, struct MHD_Response *response, const char *name,
                                const char *value) {
    if (MHD_add_response_header(response, name, value) != MHD_YES)
        log_line("error", "could not set header %s of the response to request %s", name, rq->id);
}

static void add_default(struct request *rq, struct MHD_Response *response, const char *name,
                        const char *value) {
    if (reply_header_get(rq, name) == NULL)
        add_response_header(rq, response, name, value);
}

static void add_headers(struct request *rq, struct MHD_Response *response, const char *type) {
    for (const struct reply_line *line = rq->own->lines; line != NULL; line = line->next)
        add_response_header(rq, response, line->name, line->value);
    if (type != NULL)
        add_response_header(rq, response, "Content-Type", type);
    add_response_header(rq, response, "X-Request-Id", rq->id);
    add_response_header(rq, response, "X-Content-Type-Options", "nosniff");
    add_default(rq, response, "Cache-Control", "private, no-cache");
    add_default(rq, response, "Vary", "Authorization, Cookie, Accept-Encoding");
    /* Only browsers send an Origin. With "*" other sites' scripts can read what anybody may; browsers
     * do not let them read responses to requests with a cookie. */
    if (request_header(rq, "Origin") != NULL) {
        add_response_header(rq, response, "Access-Control-Allow-Origin", "*");
        add_response_header(
            rq, response, "Access-Control-Expose-Headers",
            "ETag, Link, Location, Preference-Applied, RateLimit, RateLimit-Policy, "
            "Retry-After, X-Request-Id, Idempotency-Replayed, Deprecation, Sunset");
    }
}

static void hand_over(struct request *rq, struct MHD_Response *response) {
    struct request_own *own = rq->own;

    own->queued = MHD_queue_response(own->connection, (unsigned)own->status, response);
    if (response != rq->server->spare)
        MHD_destroy_response(response);
    stats_count(rq->server, rq->route, own->status, monotonic_us() - own->started_us);
}

bool reply_spare_start(struct server *server) {
    const struct problem_kind *kind = problem_kind(PROBLEM_UNAVAILABLE);
    char body[PROBLEM_DETAIL_MAX], seconds[16];
    int size = snprintf(body, sizeof body,
                        "{\"type\":\"/problems/%s\",\"title\":\"%s\",\"status\":%d,"
                        "\"detail\":\"%s\"}",
                        kind->slug, problem_title(kind), kind->status, no_memory_now);

    snprintf(seconds, sizeof seconds, "%d", UNAVAILABLE_RETRY_SECONDS);
    server->spare = MHD_create_response_from_buffer((size_t)size, body, MHD_RESPMEM_MUST_COPY);
    return server->spare != NULL &&
           MHD_add_response_header(server->spare, "Content-Type", "application/problem+json") ==
               MHD_YES &&
           MHD_add_response_header(server->spare, "Retry-After", seconds) == MHD_YES;
}

void reply_spare_end(struct server *server) {
    if (server->spare != NULL)
        MHD_destroy_response(server->spare);
}

void reply_discard(struct request *rq) {
    struct MHD_Response *response = rq->own->prepared;

    if (response != NULL && response != rq->server->spare)
        MHD_destroy_response(response);
    rq->own->prepared = NULL;
}

void reply_queue_prepared(struct request *rq) {
    struct MHD_Response *response = rq->own->prepared;

    rq->own->prepared = NULL;
    if (response != NULL)
        hand_over(rq, response);
}

/* Queues the response, which may be NULL if memory ran out: then requests that read get the spare
 * response. For requests that write it would suggest that nothing was changed, so their connection is
 * closed. */
static void queue_response(struct request *rq, int status, const char *type,
                           struct MHD_Response *response, uint64_t size) {
    struct request_own *own = rq->own;

    assert(!own->replied);
    own->replied = true;
    own->queued = MHD_NO;
    own->status = status;
    own->reply_size = size;
    if (response == NULL) {
        log_line("error", "no memory for the response to request %s", rq->id);
        if (rq->method != METHOD_GET)
            return;
        response = rq->server->spare;
        own->status = problem_kind(PROBLEM_UNAVAILABLE)->status;
    } else {
        add_headers(rq, response, type);
    }
    if (own->held) /* on a thread of the pool, where the library must not be called */
        own->prepared = response;
    else
        hand_over(rq, response);
}

void reply_queue_stream(struct request *rq, const char *type, MHD_ContentReaderCallback read) {
    queue_response(
        rq, 200, type,
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, STREAM_BLOCK, read, rq, NULL), 0);
}

void reply_static(struct request *rq, int status, const char *type, const void *bytes,
                  size_t size) {
    /* The library does not write to it, but its type says it might. */
    union {
        const void *given;
        void *taken;
    } same = {.given = bytes};

    if (rq->own->inner != NULL) {
        inner_take(rq, status, bytes, size);
        return;
    }
    queue_response(rq, status, type,
                   MHD_create_response_from_buffer(size, same.taken, MHD_RESPMEM_PERSISTENT), size);
}

void reply_empty(struct request *rq, int status) {
    reply_static(rq, status, NULL, "", 0);
}

/* Whether it is worth it, and tells nothing: what carries a token (reply_secret) is never compressed, for its length
 * could tell something of it to who chooses what stands beside it (BREACH). Other sites cannot ask in somebody's name. */
static bool may_compress(struct request *rq, const char *type, const struct buffer *body) {
    const char *cache = reply_header_get(rq, "Cache-Control");

    return !body->failed && body->size >= COMPRESS_LEAST &&
           (cache == NULL || strcmp(cache, "no-store") != 0) &&
           (strncmp(type, "application/", 12) == 0 || strncmp(type, "text/", 5) == 0 ||
            strcmp(type, "image/svg+xml") == 0) &&
           gzip_accepted(request_header(rq, "Accept-Encoding"));
}

/* The compressed form has a tag of its own, which counts as the other one when it comes back (names_etag). */
static void compress_body(struct request *rq, struct buffer *body) {
    const char *etag = reply_header_get(rq, "ETag");

    if (!gzip_body(body))
        return;
    reply_header(rq, "Content-Encoding", "gzip");
    if (etag != NULL) {
        char coded[QUOTED_SIZE];

        snprintf(coded, sizeof coded, "%.*s%s\"", (int)strlen(etag) - 1, etag, CODED_TAG);
        reply_header(rq, "ETag", coded);
    }
}

void reply_body(struct request *rq, int status, const char *type, struct buffer *body) {
    struct MHD_Response *response;
    size_t size;

    if (body->failed) {
        log_line("error", "the response to request %s was too large, or memory ran out", rq->id);
        reply_failed(rq, body);
        buffer_free(body);
        return;
    }
    if (rq->own->inner != NULL) {
        inner_take(rq, status, body->data, body->size);
        buffer_free(body);
        return;
    }
    if (may_compress(rq, type, body))
        compress_body(rq, body);
    size = body->size;
    if (size == 0) {
        buffer_free(body);
        reply_static(rq, status, type, "", 0);
        return;
    }
    if (size > SERVER_ANSWER_SMALL && !request_hold_answer(rq, size)) {
        buffer_free(body);
        return;
    }
    response = MHD_create_response_from_buffer(size, body->data, MHD_RESPMEM_MUST_FREE);
    if (response != NULL)
        buffer_init(body, body->limit); /* the response owns the memory now */
    else
        buffer_free(body);
    queue_response(rq, status, type, response, size);
}

void reply_json(struct request *rq, int status, struct buffer *body) {
    reply_body(rq, status, "application/json", body);
}

void reply_tagged_as(struct request *rq, const char *type, struct buffer *body) {
    unsigned char hash[crypto_generichash_BYTES_MIN];
    char etag[2 * sizeof hash + 1];

    if (body->failed) {
        reply_body(rq, 200, type, body);
        return;
    }
    crypto_generichash(hash, sizeof hash, (const unsigned char *)body->data, body->size, NULL, 0);
    sodium_bin2hex(etag, sizeof etag, hash, sizeof hash);
    if (reply_not_modified(rq, etag))
        buffer_free(body);
    else
        reply_body(rq, 200, type, body);
}

void reply_tagged(struct request *rq, struct buffer *body) {
    reply_tagged_as(rq, "application/json", body);
}

void reply_send(struct request *rq, struct reply *reply) {
    if (reply->etag[0] != '\0')
        reply_etag(rq, reply->etag);
    if (reply->location[0] != '\0')
        reply_header(rq, "Location", reply->location);
    if (reply->body.size > 0 || reply->body.failed)
        reply_json(rq, reply->status, &reply->body);
    else
        reply_empty(rq, reply->status);
}

/* ---- problems ---- */

static void write_errors(struct writer *w, const struct read_errors *errors) {
    writer_key(w, "errors");
    writer_array(w);
    for (size_t i = 0; i < errors->count; i++) {
        writer_object(w);
        writer_key_text(w, errors->query ? "parameter" : "pointer");
        writer_text(w, errors->items[i].pointer);
        writer_text_member(w, "detail", errors->items[i].detail);
        writer_object_end(w);
    }
    writer_array_end(w);
}

static void write_more(struct writer *w, const struct problem_more *more) {
    if (more->has_seq)
        writer_int_member(w, "seq", more->seq);
    if (more->has_index)
        writer_int_member(w, "index", more->index);
    if (more->reason != NULL) {
        writer_text_member(w, "reason", more->reason);
        writer_text_or_null_member(w, "rule", more->rule);
    }
    if (more->has_offset)
        writer_int_member(w, "offset", (int64_t)more->offset);
    if (more->quota != NULL) {
        writer_key(w, "violated-policies");
        writer_array(w);
        writer_text(w, more->quota);
        writer_array_end(w);
    }
    if (more->errors != NULL)
        write_errors(w, more->errors);
}

static void problem_headers(struct request *rq, enum problem problem,
                            const struct problem_more *more) {
    int retry = more->retry_after;
    char seconds[16];

    if (retry == 0 && (problem == PROBLEM_UNAVAILABLE || problem == PROBLEM_OUTCOME_UNKNOWN ||
                       problem == PROBLEM_RATE_LIMITED))
        retry = UNAVAILABLE_RETRY_SECONDS;
    if (retry != 0) {
        snprintf(seconds, sizeof seconds, "%d", retry);
        reply_header(rq, "Retry-After", seconds);
    }
    if (problem == PROBLEM_UNAUTHENTICATED && reply_header_get(rq, "WWW-Authenticate") == NULL)
        reply_header(rq, "WWW-Authenticate", "Bearer realm=\"hexpost\"");
}

static void problem_body(struct request *rq, enum problem problem, const struct problem_more *more,
                         const char *detail) {
    const struct problem_more nothing = {0};
    struct buffer body;
    struct writer w = writer_begin(&body, PROBLEM_BODY_MAX);

    if (rq->own->starved) {
        problem = PROBLEM_UNAVAILABLE;
        more = &nothing;
        detail = "memory ran out; try again";
    }
    const struct problem_kind *kind = problem_kind(problem);
    writer_object(&w);
    writer_key(&w, "type");
    writer_before(&w);
    buffer_format(&body, "\"/problems/%s\"", kind->slug);
    writer_text_member(&w, "title", problem_title(kind));
    writer_int_member(&w, "status", kind->status);
    writer_text_member(&w, "detail", detail);
    writer_key(&w, "instance");
    writer_before(&w);
    buffer_format(&body, "\"/requests/%s\"", rq->id);
    write_more(&w, more);
    writer_object_end(&w);
    problem_headers(rq, problem, more);
    if (body.failed) {
        buffer_free(&body);
        queue_response(rq, kind->status, NULL, NULL, 0);
        return;
    }
    reply_body(rq, kind->status, "application/problem+json", &body);
}

void reply_problem(struct request *rq, enum problem problem, const char *format, ...) {
    char detail[PROBLEM_DETAIL_MAX];
    va_list args;

    va_start(args, format);
    vsnprintf(detail, sizeof detail, format, args);
    va_end(args);
    problem_body(rq, problem, &(struct problem_more){0}, detail);
}

int reply_seconds(int64_t wait) {
    return (int)((wait + 999) / 1000);
}

void reply_problem_more(struct request *rq, enum problem problem, const struct problem_more *more,
                        const char *format, ...) {
    char detail[PROBLEM_DETAIL_MAX];
    va_list args;

    va_start(args, format);
    vsnprintf(detail, sizeof detail, format, args);
    va_end(args);
    problem_body(rq, problem, more, detail);
}

void reply_invalid(struct request *rq, const struct read_errors *errors) {
    const struct read_error *first = &errors->items[0];

    assert(errors->count > 0);
    reply_problem_more(rq, PROBLEM_INVALID, &(struct problem_more){.errors = errors}, "%s: %s%s",
                       first->pointer[0] == '\0' ? "the body" : first->pointer, first->detail,
                       errors->count > 1 ? " (and more, see errors)" : "");
}

bool check_valid(struct request *rq, const struct read_errors *errors) {
    if (errors->count > 0)
        reply_invalid(rq, errors);
    return errors->count == 0;
}

void reply_invalid_at(struct request *rq, const char *pointer, const char *format, ...) {
    struct read_errors errors = {.query = pointer[0] != '/' && pointer[0] != '\0'};
    char detail[READ_DETAIL_MAX];
    va_list args;

    va_start(args, format);
    vsnprintf(detail, sizeof detail, format, args);
    va_end(args);
    read_error(&errors, pointer, "%s", detail);
    reply_invalid(rq, &errors);
}

void reply_no_memory(struct request *rq) {
    reply_problem(rq, PROBLEM_UNAVAILABLE, "%s", no_memory_now);
}

void reply_failed(struct request *rq, const struct buffer *body) {
    if (body->no_memory)
        reply_no_memory(rq);
    else
        reply_problem(rq, PROBLEM_INTERNAL, "the server could not write the response");
}

void reply_not_found(struct request *rq) {
    reply_problem(rq, PROBLEM_NOT_FOUND, "there is nothing here, or you may not see it");
}
