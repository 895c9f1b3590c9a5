/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/http/gzip.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

enum {
    WRAPPED = 16, /* zlib: gzip's header and end, not its own */
    FLUSH_ROOM =
        64, /* bytes that the end of a piece and of the whole can take beyond zlib's bound */
};

struct gzip {
    z_stream stream;
};

/* ---- what is accepted ---- */

/* Whether the parameters of a coding refuse it: q=0, q=0.0, … */
static bool has_no_weight(const char *parameters, size_t size) {
    const char *end = parameters + size;
    const char *q = memmem(parameters, size, "q=", 2);

    if (q == NULL)
        return false;
    for (q += 2; q < end; q++)
        if (*q >= '1' && *q <= '9')
            return false;
    return true;
}

bool gzip_accepted(const char *accept) {
    bool any = false;

    for (const char *at = accept == NULL ? "" : accept; *at != '\0';) {
        at += strspn(at, " \t,");
        size_t size = strcspn(at, ","), name = strcspn(at, " \t;,");
        bool refused = has_no_weight(at + name, size - name);

        if ((name == 4 && strncasecmp(at, "gzip", name) == 0) ||
            (name == 6 && strncasecmp(at, "x-gzip", name) == 0))
            return !refused;
        any |= name == 1 && *at == '*' && !refused;
        at += size;
    }
    return any;
}

/* ---- compressing ---- */

/* What zlib takes for 256 KiB, and for 32. */
static const struct {
    int window_bits, memory_level;
} sizes[] = {[GZIP_LARGE] = {15, 8}, [GZIP_SMALL] = {12, 5}};

struct gzip *gzip_new(enum gzip_size size) {
    struct gzip *gzip = calloc(1, sizeof *gzip);

    if (gzip != NULL &&
        deflateInit2(&gzip->stream, Z_BEST_SPEED, Z_DEFLATED, sizes[size].window_bits + WRAPPED,
                     sizes[size].memory_level, Z_DEFAULT_STRATEGY) != Z_OK) {
        free(gzip);
        gzip = NULL;
    }
    return gzip;
}

void gzip_free(struct gzip *gzip) {
    if (gzip == NULL)
        return;
    deflateEnd(&gzip->stream);
    free(gzip);
}

/* Appends BODY's bytes compressed to OUT. */
static bool deflate_into(struct gzip *gzip, const struct buffer *body, bool end,
                         struct buffer *out) {
    z_stream *stream = &gzip->stream;
    size_t room = deflateBound(stream, body->size) + FLUSH_ROOM;
    char *to = buffer_reserve(out, room);
    int result;

    if (to == NULL)
        return false;
    stream->next_in = (Bytef *)body->data;
    stream->avail_in = (uInt)body->size;
    stream->next_out = (Bytef *)to;
    stream->avail_out = (uInt)room;
    result = deflate(stream, end ? Z_FINISH : Z_SYNC_FLUSH);
    out->size += room - stream->avail_out;
    return stream->avail_in == 0 && result == (end ? Z_STREAM_END : Z_OK);
}

void gzip_piece(struct gzip *gzip, struct buffer *body, bool end) {
    struct buffer out;

    if (body->failed || (body->size == 0 && !end))
        return;
    buffer_init(&out, SIZE_MAX);
    if (!deflate_into(gzip, body, end, &out)) {
        buffer_free(&out);
        body->failed = body->no_memory = true;
        return;
    }
    out.limit = body->limit;
    buffer_free(body);
    *body = out;
}

bool gzip_body(struct buffer *body) {
    struct gzip *gzip = gzip_new(GZIP_LARGE);
    struct buffer out;
    bool gained;

    if (gzip == NULL)
        return false;
    buffer_init(&out, SIZE_MAX);
    gained = deflate_into(gzip, body, true, &out) && out.size < body->size;
    gzip_free(gzip);
    if (!gained) {
        buffer_free(&out);
        return false;
    }
    out.limit = body->limit;
    buffer_free(body);
    *body = out;
    return true;
}
