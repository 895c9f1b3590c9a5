/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_BASE_HTTP_CLIENT_H
#define SERVICE_BASE_HTTP_CLIENT_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "service/base/buffer.h"
#include "service/base/net_guard.h"

/*
 * The one HTTP client. A struct http_call is made ready for a request, and then either waited for
 * (http_call_wait), or driven by a multi handle of the caller's, who says how it ended
 * (http_call_end). Afterwards it may be made ready for a further one, over the same connection.
 */

enum {
    HTTP_HEAD_MAX = 16 << 10,              /* bytes of a response's headers that are kept */
    HTTP_RETRY_AFTER_MAX_S = 24 * 60 * 60, /* nobody keeps us waiting for longer */
};

struct http_header {
    const char *name, *value;
};

/* A part of a form. */
struct http_part {
    const char *name;
    const char *data;
    size_t size;
    const char *type; /* NULL: none is named */
    const char *file; /* the name of a file; NULL: a plain field */
};

struct http_request {
    const char *method; /* "POST" */
    const char *url;
    /* The address comes from a stranger: it must be a public one and https, or ALLOWED by the operator.
     * Else it is the operator's own, and may be anywhere. */
    bool foreign;
    const struct safe_allowed *allowed; /* for as long as the call is used */
    unsigned timeout_s;                 /* for all of it */
    const char *scheme, *token;         /* of the header Authorization; scheme NULL: none */
    const struct http_header *headers;
    size_t n_headers;
    /* Either of: */
    const struct buffer *body; /* sent from there: it must stay until the call has ended */
    const char *type;          /* of the body; NULL: JSON */
    const struct http_part *parts;
    size_t n_parts;
};

struct http_call {
    CURL *easy;
    /* Asked now and then while http_call_wait waits; true ends the call. NULL: never. */
    bool (*cancelled)(void *context);
    void *context;

    /* What came back, after http_call_end. */
    CURLcode code; /* CURLE_OK: there is a response */
    int status;    /* the last response's number, SMTP's too; 0: none */
    /* So long the other side, who is busy, asked us to wait; 0: it did not. */
    int64_t retry_after_s;
    struct buffer
        reply; /* the body, as much of it as was wanted: more ends the call, which is no fault */
    struct buffer head; /* the last response's headers, as they came */

    /* Its own. */
    struct curl_slist *headers;
    curl_mime *mime;
    struct safe safe;
    bool cut;
};

/* REPLY_MAX: bytes of a body that are wanted. The call must stay where it is. False when memory ran out;
 * http_call_free may be called all the same. */
bool http_call_init(struct http_call *call, size_t reply_max);
void http_call_free(struct http_call *call);

enum http_ready {
    HTTP_READY,
    HTTP_REFUSED, /* the address is not one that may be reached */
    HTTP_NO_MEMORY
};
/* Forgets the response before, and makes the handle ready for a request. */
enum http_ready http_call_prepare(struct http_call *call, const struct http_request *request);

/* Carries it out and ends it; the status, 0 for none. */
int http_call_wait(struct http_call *call);
/* It has come to CODE. */
void http_call_end(struct http_call *call, CURLcode code);
/* A call that a multi handle drives is given up: the library says goodbye to a mail server, and shall not wait long
 * for the answer. */
void http_call_hurry(struct http_call *call);
/* Whether it failed because what the host's name stands for may not be reached. */
bool http_call_refused(const struct http_call *call);

#endif
