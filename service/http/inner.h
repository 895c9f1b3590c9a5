/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_HTTP_INNER_H
#define SERVICE_HTTP_INNER_H

#include <stdbool.h>

#include "service/base/buffer.h"
#include "service/http/request.h"

/*
 * Requests that the program makes to itself, for people who write by mail or chat what others send by HTTP: the same
 * route answers both, with the same limits and refusals. They have no connection, no query and no headers but the
 * media type of their body, and cost nothing of an allowance: whoever makes them counts what they carry out.
 */
struct inner_request {
    enum method method;
    const char *path;     /* "/v1/games/…/join" */
    const char *body;     /* JSON; NULL: none */
    struct caller caller; /* already known */
};

struct inner_reply {
    int status;         /* as of HTTP */
    struct buffer body; /* what was answered: JSON, or empty */
};

enum { INNER_REPLY_MAX = 2 << 20 }; /* bytes of the body */

/* Waits for the answer; may be called from any thread but those that answer requests and the store's writer. False:
 * the server is stopping, memory ran out, the answer was too large, or no route that answers at once has this path.
 * Free *REPLY with inner_reply_free in every case. */
bool inner_ask(struct server *server, const struct inner_request *ask, struct inner_reply *reply);
void inner_reply_free(struct inner_reply *reply);

#endif
