/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_OPENINGS_H
#define SERVICE_API_OPENINGS_H

struct request;

void openings_get(struct request *rq); /* GET /v1/openings */

#endif
