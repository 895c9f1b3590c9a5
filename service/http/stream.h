/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_HTTP_STREAM_H
#define SERVICE_HTTP_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "service/http/request.h"

enum { STREAM_CHUNK_MAX = 1 << 20 /* bytes that one call of a filler may write */ };

/*
 * Answers 200 with a body of unknown length. This is the request's reply.
 *
 * fill is called at once, and again after each request_wake_flag or topic_publish once everything
 * it wrote before has been sent. It appends what there is to send, perhaps nothing, and returns
 * true to go on or false to end the stream after that. When nothing has been sent for the server's
 * heartbeat interval, a comment line (":\n\n") is sent, which detects clients that have gone. When
 * the server stops, the stream ends after a last call of fill. state_free is called when the stream
 * has ended, for whatever reason.
 */
void stream_begin(struct request *rq, const char *content_type,
                  bool (*fill)(struct request *rq, struct buffer *out));

/* The same for a body that costs much to make, on a route that is slow: fill is called on the threads beside the
 * connections, in turn with what others want of them, and is over once it has written nothing. At the end of the
 * server the stream is cut off. It is compressed where the client takes that, each piece so that it can be read at once;
 * other streams are not: of each that waits a window of what it has sent would have to be kept. */
void stream_begin_aside(struct request *rq, const char *content_type,
                        bool (*fill)(struct request *rq, struct buffer *out));

/* Has fill be called at this time (request_now()) at the latest, if nothing wakes the stream before; from within fill. */
void stream_look_at(struct request *rq, int64_t at);

/* Appends one server-sent event. `id` < 0: none; `type` NULL: none; data is one line of text. */
void stream_event(struct buffer *out, int64_t id, const char *type, const char *data, size_t size);

#endif
