/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_SQUARE_H
#define SERVICE_API_SQUARE_H

struct request;

void square_events(struct request *rq); /* GET /v1/events */

#endif
