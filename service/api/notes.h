/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_NOTES_H
#define SERVICE_API_NOTES_H

struct endpoint;
struct request;

void notes_get(struct request *rq);     /* GET /v1/games/{id}/notes */
extern const struct endpoint notes_put; /* PUT /v1/games/{id}/notes */

#endif
