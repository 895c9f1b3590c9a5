/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_ANALYSIS_H
#define SERVICE_API_ANALYSIS_H

struct request;

/* GET /v1/games/{id}/analysis: where the chances of a game that is over turned, and what was luck. */
void analysis_show(struct request *rq);

#endif
