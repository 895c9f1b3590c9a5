/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/http/stream.h"

#include <inttypes.h>
#include <string.h>

#include "service/base/log.h"
#include "service/http/gzip.h"
#include "service/http/reply.h"
#include "service/http/server_int.h"

static const char beat[] = ":\n\n";

/* Passes on what was written; the memory is freed when all is sent, so that a quiet stream is
 * small. */
static ssize_t take_bytes(struct request *rq, char *to, size_t max) {
    struct request_own *own = rq->own;
    size_t size = own->out.size - own->out_sent;

    if (size > max)
        size = max;
    memcpy(to, own->out.data + own->out_sent, size);
    own->out_sent += size;
    own->reply_size += size;
    if (own->out_sent == own->out.size) {
        buffer_free(&own->out);
        own->out_sent = 0;
    }
    own->next_beat = request_now() + rq->server->config.heartbeat_ms;
    return (ssize_t)size;
}

/* The library's callback for more bytes; returns 0 only while the connection is suspended. */
static ssize_t stream_read(void *context, uint64_t at, char *to, size_t max) {
    struct request *rq = context;
    struct request_own *own = rq->own;

    (void)at;
    for (;;) {
        bool stopping;

        if (own->out.failed) {
            log_line("error", "a part of a stream was too large, or memory ran out (request %s)",
                     rq->id);
            return MHD_CONTENT_READER_END_WITH_ERROR;
        }
        if (own->out.size > 0)
            return take_bytes(rq, to, max);
        if (own->ended)
            return MHD_CONTENT_READER_END_OF_STREAM;
        stopping = wait_look(rq);
        own->next_look = INT64_MAX;
        own->ended = !own->fill(rq, &own->out) || stopping;
        if (own->out.size == 0 && !own->ended) {
            if (request_now() < own->next_beat) {
                if (wait_stream(rq))
                    return 0;
                continue;
            }
            buffer_text(&own->out, beat);
        }
        if (own->gzip != NULL)
            gzip_piece(own->gzip, &own->out, own->ended);
    }
}

/* The same for a stream made on the pool; returns 0 while the pool works on it. */
static ssize_t stream_read_aside(void *context, uint64_t at, char *to, size_t max) {
    struct request *rq = context;
    struct request_own *own = rq->own;

    (void)at;
    if (own->out.failed)
        return MHD_CONTENT_READER_END_WITH_ERROR;
    if (own->out.size > 0)
        return take_bytes(rq, to, max);
    if (own->ended)
        return MHD_CONTENT_READER_END_OF_STREAM;
    if (wait_look(rq) || !pool_submit(rq))
        return MHD_CONTENT_READER_END_WITH_ERROR;
    return 0;
}

void stream_fill_aside(struct request *rq) {
    struct request_own *own = rq->own;

    own->ended = !own->fill(rq, &own->out);
    if (own->gzip != NULL)
        gzip_piece(own->gzip, &own->out, own->ended);
}

/* A stream that waits for events keeps its compressor as long as it is open, so only so many have one. */
static struct gzip *waiting_gzip(struct server *server) {
    struct gzip *gzip;

    if (atomic_fetch_add(&server->streams_coded, 1) < SERVER_STREAMS_CODED_MAX &&
        (gzip = gzip_new(GZIP_SMALL)) != NULL)
        return gzip;
    atomic_fetch_sub(&server->streams_coded, 1);
    return NULL;
}

static void stream_compress(struct request *rq) {
    struct request_own *own = rq->own;

    if (rq->head || !gzip_accepted(request_header(rq, "Accept-Encoding")))
        return;
    own->gzip = own->aside ? gzip_new(GZIP_LARGE) : waiting_gzip(rq->server);
    if (own->gzip != NULL)
        reply_header(rq, "Content-Encoding", "gzip");
}

void stream_begin_aside(struct request *rq, const char *content_type,
                        bool (*fill)(struct request *rq, struct buffer *out)) {
    rq->own->aside = true;
    stream_begin(rq, content_type, fill);
}

void stream_begin(struct request *rq, const char *content_type,
                  bool (*fill)(struct request *rq, struct buffer *out)) {
    struct request_own *own = rq->own;

    own->fill = fill;
    stream_compress(rq);
    buffer_init(&own->out, STREAM_CHUNK_MAX);
    own->next_beat = request_now() + rq->server->config.heartbeat_ms;
    reply_header(rq, "Cache-Control", "no-store");
    reply_header(rq, "X-Accel-Buffering", "no"); /* otherwise nginx would buffer the events */
    /* The library would answer HEAD with an empty chunked body, which is not allowed. */
    if (rq->head)
        reply_static(rq, 200, content_type, "", 0);
    else
        reply_queue_stream(rq, content_type, own->aside ? stream_read_aside : stream_read);
}

void stream_look_at(struct request *rq, int64_t at) {
    rq->own->next_look = at;
}

void stream_event(struct buffer *out, int64_t id, const char *type, const char *data, size_t size) {
    if (id >= 0)
        buffer_format(out, "id: %" PRId64 "\n", id);
    if (type != NULL)
        buffer_format(out, "event: %s\n", type);
    buffer_text(out, "data: ");
    buffer_append(out, data, size);
    buffer_text(out, "\n\n");
}
