/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_EVENTS_H
#define SERVICE_API_EVENTS_H

#include <stdbool.h>

struct request;

void events_get(struct request *rq);  /* GET /v1/games/{id}/events */
void events_mine(struct request *rq); /* GET /v1/me/events */

/* Whether the caller takes a stream of events. */
bool events_wants_stream(struct request *rq);

/* Whether the token that a stream was begun with is still valid: a stream may outlive its token. */
bool events_token_good(struct request *rq);

#endif
