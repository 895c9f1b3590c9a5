/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/web.h"

#include <stdio.h>
#include <string.h>

#include "service/http/reply.h"

/* Scripts, styles, pictures and fonts come from this server only, and text is never executed as a
 * script. */
static const char policy[] =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
    "trusted-types hexpost";

static const struct web_file *find_web_file(const char *path) {
    for (const struct web_file *file = web_files; file->path != NULL; file++)
        if (strcmp(file->path, path) == 0)
            return file;
    return NULL;
}

static const char *type_of(const char *path) {
    static const struct {
        const char *ending, *type;
    } types[] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".ico", "image/x-icon"},
        {".woff2", "font/woff2"},
        {".webmanifest", "application/manifest+json"},
        {".txt", "text/plain; charset=utf-8"},
    };
    const char *ending = strrchr(path, '.');

    for (size_t i = 0; ending != NULL && i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].ending, ending) == 0)
            return types[i].type;
    return "application/octet-stream";
}

/* Whether the browser accepts this coding. A refusal by q=0 is not recognised. */
static bool accepts_coding(struct request *rq, const char *coding) {
    const char *given = request_header(rq, "Accept-Encoding");
    const char *at = given == NULL ? NULL : strstr(given, coding);
    const char *rest = at == NULL ? "" : at + strlen(coding);

    return at != NULL && strncmp(rest, ";q=0", 4) != 0;
}

/* The smallest form that the browser accepts. */
static const struct web_bytes *choose_form(struct request *rq, const struct web_file *file) {
    static const char *const codings[WEB_CODINGS] = {"br", "gzip", NULL};

    for (int i = 0; i < WEB_CODINGS; i++) {
        const struct web_bytes *bytes = &file->coded[i];

        if (bytes->data == NULL || (codings[i] != NULL && !accepts_coding(rq, codings[i])))
            continue;
        if (codings[i] != NULL)
            reply_header(rq, "Content-Encoding", codings[i]);
        return bytes;
    }
    return NULL;
}

void web_reply(struct request *rq, int status, const struct web_file *file, const char *type) {
    const struct web_bytes *bytes = choose_form(rq, file);
    char etag[REPLY_ETAG_SIZE];

    snprintf(etag, sizeof etag, "%s.%d", file->hash, (int)(bytes - file->coded));
    if (status != 200 || !reply_not_modified(rq, etag))
        reply_static(rq, status, type, bytes->data, bytes->size);
}

/* What a browser may do with a page of ours. */
static void guard_web_page(struct request *rq) {
    reply_header(rq, "Content-Security-Policy", policy);
    reply_header(rq, "Referrer-Policy", "same-origin");
    /* A site that opens a window of ours gets no access to it. */
    reply_header(rq, "Cross-Origin-Opener-Policy", "same-origin");
}

static void reply_web_file(struct request *rq, int status, const char *path, bool for_ever) {
    const struct web_file *file = find_web_file(path);

    if (file == NULL) {
        reply_not_found(rq);
        return;
    }
    reply_header(rq, "Cache-Control",
                 for_ever ? "public, max-age=31536000, immutable" : "no-cache");
    reply_header(rq, "Vary", status == 200 ? "Accept-Encoding" : "Accept, Accept-Encoding");
    /* Assets are scripts, styles and fonts, to which nothing of it applies. */
    if (!for_ever)
        guard_web_page(rq);
    web_reply(rq, status, file, type_of(path));
}

static const char index_path[] = "/index.html";

void web_page(struct request *rq) {
    reply_web_file(rq, 200, index_path, false);
}

void web_page_with(struct request *rq, const struct buffer *head) {
    enum { PAGE_WITH_MAX = 64 << 10 };
    static const char end[] = "</head>";
    const struct web_file *file = find_web_file(index_path);
    const struct web_bytes *plain = file == NULL ? NULL : &file->coded[WEB_CODINGS - 1];
    const char *bytes = plain == NULL ? NULL : (const char *)plain->data;
    const char *at = bytes == NULL ? NULL : memmem(bytes, plain->size, end, sizeof end - 1);
    struct buffer page;

    if (at == NULL || head->failed) {
        web_page(rq);
        return;
    }
    buffer_init(&page, PAGE_WITH_MAX);
    buffer_append(&page, bytes, (size_t)(at - bytes));
    buffer_append(&page, head->data, head->size);
    buffer_append(&page, at, plain->size - (size_t)(at - bytes));
    reply_header(rq, "Cache-Control", "no-cache");
    reply_header(rq, "Vary", "Accept-Encoding, Accept-Language, Cookie");
    guard_web_page(rq);
    reply_body(rq, 200, type_of(index_path), &page);
}

/* Whether a person asks: browsers request HTML when navigating, programs hardly ever do. */
static bool asks_for_page(struct request *rq) {
    const char *accept = request_header(rq, "Accept");

    return rq->method == METHOD_GET && accept != NULL && strstr(accept, "text/html") != NULL &&
           strncmp(rq->path, "/v1/", 4) != 0;
}

void web_missing(struct request *rq) {
    if (asks_for_page(rq))
        reply_web_file(rq, 404, index_path, false);
    else
        reply_not_found(rq);
}

void web_docs(struct request *rq) {
    reply_web_file(rq, 200, "/docs.html", false);
}

void web_asset(struct request *rq) {
    reply_web_file(rq, 200, rq->path, true);
}

void web_file(struct request *rq) {
    reply_web_file(rq, 200, rq->path, false);
}
