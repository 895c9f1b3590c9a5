/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_HTTP_REPLY_H
#define SERVICE_HTTP_REPLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "service/base/buffer.h"
#include "service/base/json_read.h"
#include "service/http/problem.h"
#include "service/http/request.h"

/*
 * Every function here that queues an answer is called at most once a request. All of them set
 * X-Request-Id, X-Content-Type-Options, Cache-Control (private, no-cache unless reply_header has
 * said otherwise), Vary and the CORS headers.
 */

/* A header for the answer that will be queued; name is static, value is copied. Replaces an
 * earlier one of the same name. */
void reply_header(struct request *rq, const char *name, const char *value);

/* JSON. Takes over the buffer's memory, leaving it empty; a failed buffer becomes a 500. */
void reply_json(struct request *rq, int status, struct buffer *body);
/* Any other type (static text); otherwise like reply_json. Both compress what is long, for who takes that. */
void reply_body(struct request *rq, int status, const char *type, struct buffer *body);
/* Bytes that live for ever. */
void reply_static(struct request *rq, int status, const char *type, const void *bytes, size_t size);
/* 204 and the like: no body. */
void reply_empty(struct request *rq, int status);

enum { REPLY_LOCATION_SIZE = 128, REPLY_ETAG_SIZE = 64 };

/* An answer that is put together before it is queued. "" stands for a header that it does not have. */
struct reply {
    int status;
    char location[REPLY_LOCATION_SIZE];
    char etag[REPLY_ETAG_SIZE]; /* without quotes */
    struct buffer body;         /* JSON; empty: the answer has none */
};

/* Queues it. Takes over the body's memory. */
void reply_send(struct request *rq, struct reply *reply);

/* Cache-Control: no-store, for answers that carry a token. */
void reply_secret(struct request *rq);

/* Bytes mixed into what an ETag is made of (FNV-1a); begin with REPLY_ETAG_SEED. */
#define REPLY_ETAG_SEED UINT32_C(2166136261)
uint32_t reply_etag_mix(uint32_t hash, const void *bytes, size_t size);

/*
 * Sets the ETag and answers 304 when the If-None-Match of a GET names it;
 * true when it has answered.
 */
bool reply_not_modified(struct request *rq, const char *etag);

/* Whether the request's If-Match, if it has one, names this ETag (given without quotes). When it
 * does not, the caller answers PROBLEM_STALE_MATCH at the place that the order of judging has. */
bool request_matches(struct request *rq, const char *etag);

/* What a problem document may carry besides the usual. */
struct problem_more {
    bool has_seq;
    int64_t seq;
    bool has_index; /* which of several moves: "index" */
    int64_t index;
    const char *reason; /* "reason", and with it "rule" */
    const char *rule;   /* NULL: null */
    const struct read_errors *errors;
    bool has_offset; /* byte in the body */
    size_t offset;
    int retry_after;   /* seconds; 0: no header */
    const char *quota; /* that is exceeded: "violated-policies" */
};

/* Answers with a problem document; the detail is a sentence for the person who reads it. */
__attribute__((format(printf, 3, 4))) void reply_problem(struct request *rq, enum problem problem,
                                                         const char *format, ...);
__attribute__((format(printf, 4, 5))) void reply_problem_more(struct request *rq,
                                                              enum problem problem,
                                                              const struct problem_more *more,
                                                              const char *format, ...);

/* 422 with everything that the reading has found; errors->count must not be 0. */
void reply_invalid(struct request *rq, const struct read_errors *errors);
/* Whether there are none; where there are, it has answered. */
bool check_valid(struct request *rq, const struct read_errors *errors);
/* 422 about one place. */
__attribute__((format(printf, 3, 4))) void reply_invalid_at(struct request *rq, const char *pointer,
                                                            const char *format, ...);
/* 503 for want of memory. */
void reply_no_memory(struct request *rq);
/* The answer whose body has failed: 503 for want of memory, else 500. */
void reply_failed(struct request *rq, const struct buffer *body);
/* 404, the same to the byte whether a thing is not there or may not be seen. */
void reply_not_found(struct request *rq);

#endif
