/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_ANALYSIS_H
#define SERVICE_API_ANALYSIS_H

struct request;

/* GET /v1/games/{id}/analysis: where the chances in a finished game turned, and how much was luck. */
void analysis_show(struct request *rq);

#endif
