/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_PAUSE_H
#define SERVICE_API_PAUSE_H

struct endpoint;
struct request;

/* GET, POST and DELETE /v1/games/{id}/pause: a game's clocks stop while all its players want
 * that. */
void pause_get(struct request *rq);
extern const struct endpoint pause_agree;
extern const struct endpoint pause_end;

#endif
