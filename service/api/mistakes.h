/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_MISTAKES_H
#define SERVICE_API_MISTAKES_H

struct request;

/* GET /v1/games/{id}/mistakes: the moves of a finished game that cost a seat most, and what was better. */
void mistakes_show(struct request *rq);

#endif
