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
 * Of the functions here that queue a response, only one is called per request, and once. All of
 * them set X-Request-Id, X-Content-Type-Options, Cache-Control (private, no-cache unless
 * reply_header has said otherwise), Vary and the CORS headers.
 */

/* Sets a header of the response to be queued; name is static, value is copied. Replaces an earlier
 * one of the same name. */
void reply_header(struct request *rq, const char *name, const char *value);

/* JSON. Takes ownership of the buffer's memory, leaving it empty; a failed buffer is answered with
 * 500 or 503. */
void reply_json(struct request *rq, int status, struct buffer *body);
/* Any other type (static text); otherwise like reply_json. Both compress what is long, for who takes that. */
void reply_body(struct request *rq, int status, const char *type, struct buffer *body);
/* Static bytes. */
void reply_static(struct request *rq, int status, const char *type, const void *bytes, size_t size);
/* 204 and the like: no body. */
void reply_empty(struct request *rq, int status);

enum { REPLY_LOCATION_SIZE = 128, REPLY_ETAG_SIZE = 64 };

/* A response that is composed before it is queued. "" stands for an absent header. */
struct reply {
    int status;
    char location[REPLY_LOCATION_SIZE];
    char etag[REPLY_ETAG_SIZE]; /* without quotes */
    struct buffer body;         /* JSON; empty: no body */
};

/* Queues it. Takes ownership of the body's memory. */
void reply_send(struct request *rq, struct reply *reply);

/* Sets Cache-Control: no-store, for responses that carry a token. */
void reply_secret(struct request *rq);

/* Mixes bytes into an ETag's hash (FNV-1a); begin with REPLY_ETAG_SEED. */
#define REPLY_ETAG_SEED UINT32_C(2166136261)
uint32_t reply_etag_mix(uint32_t hash, const void *bytes, size_t size);

/*
 * Sets the ETag, and answers 304 if the If-None-Match of a GET names it. True: has answered.
 */
bool reply_not_modified(struct request *rq, const char *etag);

/* 200 under an ETag that is made of the body's bytes, or 304; reply_tagged: with JSON. Like reply_body and reply_json,
 * they take ownership of the memory. */
void reply_tagged_as(struct request *rq, const char *type, struct buffer *body);
void reply_tagged(struct request *rq, struct buffer *body);

/* Whether the request's If-Match, if it has one, names this ETag (given without quotes). If not,
 * the caller answers PROBLEM_STALE_MATCH when its order of checks gets to it. */
bool request_matches(struct request *rq, const char *etag);

/* Additional members of a problem document. */
struct problem_more {
    bool has_seq;
    int64_t seq;
    bool has_index; /* index of the move in a batch: "index" */
    int64_t index;
    const char *reason; /* "reason", and with it "rule" */
    const char *rule;   /* NULL: null */
    const struct read_errors *errors;
    bool has_offset; /* "offset": a byte in the body */
    size_t offset;
    int retry_after;   /* seconds; 0: no header */
    const char *quota; /* the one exceeded: "violated-policies" */
};

/* The whole seconds that WAIT milliseconds take, for retry_after. */
int reply_seconds(int64_t wait);

/* Answers with a problem document; the detail is a sentence for the person who reads it. */
__attribute__((format(printf, 3, 4))) void reply_problem(struct request *rq, enum problem problem,
                                                         const char *format, ...);
__attribute__((format(printf, 4, 5))) void reply_problem_more(struct request *rq,
                                                              enum problem problem,
                                                              const struct problem_more *more,
                                                              const char *format, ...);

/* 422 with all errors found by reading; errors->count must not be 0. */
void reply_invalid(struct request *rq, const struct read_errors *errors);
/* Whether there are no errors; otherwise it has answered. */
bool check_valid(struct request *rq, const struct read_errors *errors);
/* 422 about one place. */
__attribute__((format(printf, 3, 4))) void reply_invalid_at(struct request *rq, const char *pointer,
                                                            const char *format, ...);
/* 503 for lack of memory. */
void reply_no_memory(struct request *rq);
/* For a response whose body has failed: 503 for lack of memory, else 500. */
void reply_failed(struct request *rq, const struct buffer *body);
/* 404, identical whether something does not exist or may not be seen. */
void reply_not_found(struct request *rq);

#endif
