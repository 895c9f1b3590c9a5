/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_PRESENCE_H
#define SERVICE_API_PRESENCE_H

struct request;

void presence_put(struct request *rq); /* PUT /v1/games/{id}/presence */

#endif
