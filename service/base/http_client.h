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
 * The one HTTP client. A struct http_call is prepared for a request, and then either waited for
 * (http_call_wait), or driven by a multi handle of the caller's, who reports its end
 * (http_call_end). Afterwards it can be prepared for another one, over the same connection.
 */

enum {
    HTTP_HEAD_MAX = 16 << 10,              /* bytes of a response's headers that are kept */
    HTTP_RETRY_AFTER_MAX_S = 24 * 60 * 60, /* longer waits are cut to this */
};

struct http_header {
    const char *name, *value;
};

/* A part of a form. */
struct http_part {
    const char *name;
    const char *data;
    size_t size;
    const char *type; /* NULL: none */
    const char *file; /* the name of a file; NULL: a plain field */
};

struct http_request {
    const char *method; /* "POST" */
    const char *url;
    /* The URL comes from a user: it must be public and https, or ALLOWED by the operator. Otherwise it
     * is the operator's own, and may be anywhere. */
    bool foreign;
    const struct safe_allowed *allowed; /* must stay valid while the call is used */
    unsigned timeout_s;                 /* for the whole request */
    const char *scheme, *token;         /* of the header Authorization; scheme NULL: none */
    const struct http_header *headers;
    size_t n_headers;
    /* Either of: */
    const struct buffer *body; /* sent from there: must stay valid until the call has ended */
    const char *type;          /* of the body; NULL: JSON */
    const struct http_part *parts;
    size_t n_parts;
};

struct http_call {
    CURL *easy;
    /* Called now and then while http_call_wait waits; true ends the call. May be NULL. */
    bool (*cancelled)(void *context);
    void *context;

    /* The result, after http_call_end. */
    CURLcode code; /* CURLE_OK: there is a response */
    int status;    /* the last response's status code, also SMTP's; 0: none */
    /* The wait that a busy server asked for; 0: none. */
    int64_t retry_after_s;
    struct buffer reply; /* the body, up to reply_max: more ends the call, without a fault */
    struct buffer head;  /* the last response's headers, unparsed */

    /* Private members. */
    struct curl_slist *headers;
    curl_mime *mime;
    struct safe safe;
    bool cut;
};

/* REPLY_MAX: most bytes of a body to keep. The call must not be moved. False when memory ran out;
 * http_call_free may be called even then. */
bool http_call_init(struct http_call *call, size_t reply_max);
void http_call_free(struct http_call *call);

enum http_ready {
    HTTP_READY,
    HTTP_REFUSED, /* the URL may not be reached */
    HTTP_NO_MEMORY
};
/* Clears the former response, and prepares the handle for a request. */
enum http_ready http_call_prepare(struct http_call *call, const struct http_request *request);

/* Performs and ends the call; returns the status, 0 for none. */
int http_call_wait(struct http_call *call);
/* Tells the call that its transfer ended with CODE. */
void http_call_end(struct http_call *call, CURLcode code);
/* Call before giving up a call driven by a multi handle: the library says goodbye to a mail server, and should not
 * wait long for the answer. */
void http_call_hurry(struct http_call *call);
/* Whether it failed because the host's name resolved to addresses that may not be reached. */
bool http_call_refused(const struct http_call *call);

#endif
