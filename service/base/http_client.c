/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/base/http_client.h"

#include <stdio.h>
#include <string.h>

enum {
    HEADER_MAX = 1536,
    CONNECT_TIMEOUT_MAX_S = 10,
    GOODBYE_S = 1,
    HTTP_TOO_MANY = 429,
    HTTP_UNAVAILABLE = 503,
};

/* ---- responses ---- */

static size_t take_reply(char *bytes, size_t size, size_t count, void *context) {
    struct http_call *call = context;
    size_t all = size * count, room = call->reply.limit - call->reply.size;

    buffer_append(&call->reply, bytes, all < room ? all : room);
    /* Returning less than all ends the transfer, so that an endless response cannot keep us
     * busy. */
    call->cut = all > room;
    return call->cut || call->reply.failed ? 0 : all;
}

static size_t take_head(char *bytes, size_t size, size_t count, void *context) {
    struct http_call *call = context;
    size_t all = size * count;

    if (all >= 5 && memcmp(bytes, "HTTP/", 5) == 0)
        buffer_clear(&call->head); /* of an earlier response, such as 100 Continue */
    if (all <= HTTP_HEAD_MAX - call->head.size)
        buffer_append(&call->head, bytes, all);
    return all;
}

static int ask_cancelled(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d) {
    const struct http_call *call = context;

    (void)a, (void)b, (void)c, (void)d;
    return call->cancelled(call->context) ? 1 : 0;
}

/* ---- a call ---- */

static void set_common(struct http_call *call) {
    curl_easy_setopt(call->easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(call->easy, CURLOPT_QUICK_EXIT, 1L); /* never wait for a slow name server */
    curl_easy_setopt(call->easy, CURLOPT_WRITEFUNCTION, take_reply);
    curl_easy_setopt(call->easy, CURLOPT_WRITEDATA, call);
    curl_easy_setopt(call->easy, CURLOPT_HEADERFUNCTION, take_head);
    curl_easy_setopt(call->easy, CURLOPT_HEADERDATA, call);
    if (call->cancelled != NULL) {
        curl_easy_setopt(call->easy, CURLOPT_NOPROGRESS, 0L);
        curl_easy_setopt(call->easy, CURLOPT_XFERINFOFUNCTION, ask_cancelled);
        curl_easy_setopt(call->easy, CURLOPT_XFERINFODATA, call);
    }
}

bool http_call_init(struct http_call *call, size_t reply_max) {
    *call = (struct http_call){.easy = curl_easy_init()};
    buffer_init(&call->reply, reply_max);
    buffer_init(&call->head, HTTP_HEAD_MAX);
    if (call->easy != NULL)
        set_common(call);
    return call->easy != NULL;
}

/* Frees what was made for a request. */
static void clear_call(struct http_call *call) {
    curl_mime_free(call->mime);
    call->mime = NULL;
    curl_slist_free_all(call->headers);
    call->headers = NULL;
    buffer_clear(&call->reply);
    buffer_clear(&call->head);
    call->cut = false;
    call->status = 0;
    call->retry_after_s = 0;
}

void http_call_free(struct http_call *call) {
    curl_easy_cleanup(call->easy);
    call->easy = NULL;
    clear_call(call);
    buffer_free(&call->reply);
    buffer_free(&call->head);
}

/* ---- requests ---- */

static bool set_url(struct http_call *call, const struct http_request *request) {
    long timeout = (long)request->timeout_s;
    long connect = timeout < CONNECT_TIMEOUT_MAX_S ? timeout : (long)CONNECT_TIMEOUT_MAX_S;

    return curl_easy_setopt(call->easy, CURLOPT_URL, request->url) == CURLE_OK &&
           curl_easy_setopt(call->easy, CURLOPT_CUSTOMREQUEST, request->method) == CURLE_OK &&
           curl_easy_setopt(call->easy, CURLOPT_PROTOCOLS_STR, "https,http") == CURLE_OK &&
           curl_easy_setopt(call->easy, CURLOPT_FOLLOWLOCATION, 0L) == CURLE_OK &&
           curl_easy_setopt(call->easy, CURLOPT_PROXY, "") == CURLE_OK &&
           curl_easy_setopt(call->easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED) == CURLE_OK &&
           curl_easy_setopt(call->easy, CURLOPT_TIMEOUT, timeout) == CURLE_OK &&
           curl_easy_setopt(call->easy, CURLOPT_CONNECTTIMEOUT, connect) == CURLE_OK &&
           curl_easy_setopt(call->easy, CURLOPT_USERAGENT, "Hexpost/" HEXPOST_VERSION) ==
               CURLE_OK &&
           (!request->foreign ||
            safe_curl(call->easy, &call->safe, request->allowed, request->url));
}

static bool add_request_header(struct http_call *call, const char *name, const char *scheme,
                               const char *value) {
    char header[HEADER_MAX];
    struct curl_slist *longer;

    if ((size_t)snprintf(header, sizeof header, "%s: %s%s%s", name, scheme,
                         scheme[0] == '\0' ? "" : " ", value) >= sizeof header)
        return false;
    longer = curl_slist_append(call->headers, header);
    if (longer != NULL)
        call->headers = longer;
    return longer != NULL;
}

static bool set_headers(struct http_call *call, const struct http_request *request) {
    bool ok = true;

    if (request->body != NULL)
        ok = add_request_header(call, "Content-Type", "",
                                request->type == NULL ? "application/json" : request->type);
    if (ok && request->scheme != NULL)
        ok = add_request_header(call, "Authorization", request->scheme, request->token);
    for (size_t i = 0; i < request->n_headers && ok; i++)
        ok = add_request_header(call, request->headers[i].name, "", request->headers[i].value);
    return ok && curl_easy_setopt(call->easy, CURLOPT_HTTPHEADER, call->headers) == CURLE_OK;
}

static bool set_body(CURL *easy, const struct buffer *body) {
    return curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)body->size) ==
               CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_POSTFIELDS, body->size == 0 ? "" : body->data) ==
               CURLE_OK;
}

static bool add_mime_part(curl_mime *mime, const struct http_part *part) {
    curl_mimepart *to = curl_mime_addpart(mime);

    return to != NULL && curl_mime_name(to, part->name) == CURLE_OK &&
           curl_mime_data(to, part->data, part->size) == CURLE_OK &&
           (part->type == NULL || curl_mime_type(to, part->type) == CURLE_OK) &&
           (part->file == NULL || curl_mime_filename(to, part->file) == CURLE_OK);
}

static bool set_form(struct http_call *call, const struct http_request *request) {
    bool ok;

    call->mime = curl_mime_init(call->easy);
    ok = call->mime != NULL;
    for (size_t i = 0; i < request->n_parts && ok; i++)
        ok = add_mime_part(call->mime, &request->parts[i]);
    return ok && curl_easy_setopt(call->easy, CURLOPT_MIMEPOST, call->mime) == CURLE_OK;
}

enum http_ready http_call_prepare(struct http_call *call, const struct http_request *request) {
    const char *fault = request->foreign ? safe_url_fault(request->url, request->allowed) : NULL;

    if (fault != NULL)
        return fault == safe_no_memory ? HTTP_NO_MEMORY : HTTP_REFUSED;
    curl_easy_reset(call->easy);
    clear_call(call);
    set_common(call);
    call->safe = (struct safe){0};
    return set_url(call, request) && set_headers(call, request) &&
                   (request->body == NULL || set_body(call->easy, request->body)) &&
                   (request->n_parts == 0 || set_form(call, request))
               ? HTTP_READY
               : HTTP_NO_MEMORY;
}

/* ---- the end ---- */

void http_call_end(struct http_call *call, CURLcode code) {
    curl_off_t seconds = 0;
    long status = 0;

    /* A response that was cut off at reply_max still counts as one. */
    call->code = call->cut && code == CURLE_WRITE_ERROR ? CURLE_OK : code;
    curl_easy_getinfo(call->easy, CURLINFO_RESPONSE_CODE, &status);
    call->status = (int)status;
    if ((status == HTTP_TOO_MANY || status == HTTP_UNAVAILABLE) &&
        curl_easy_getinfo(call->easy, CURLINFO_RETRY_AFTER, &seconds) == CURLE_OK && seconds > 0)
        call->retry_after_s = seconds < HTTP_RETRY_AFTER_MAX_S ? seconds : HTTP_RETRY_AFTER_MAX_S;
}

int http_call_wait(struct http_call *call) {
    http_call_end(call, curl_easy_perform(call->easy));
    return call->code == CURLE_OK ? call->status : 0;
}

void http_call_hurry(struct http_call *call) {
    (void)curl_easy_setopt(call->easy, CURLOPT_SERVER_RESPONSE_TIMEOUT, (long)GOODBYE_S);
}

bool http_call_refused(const struct http_call *call) {
    return call->safe.refused && call->code == CURLE_COULDNT_CONNECT;
}
