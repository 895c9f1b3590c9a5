/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_HINT_H
#define SERVICE_API_HINT_H

struct request;

/* GET /v1/games/{id}/hint: what the hard bot would do in the caller's place, and why. */
void hint_show(struct request *rq);

#endif
