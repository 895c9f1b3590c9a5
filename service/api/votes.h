/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_VOTES_H
#define SERVICE_API_VOTES_H

struct endpoint;
struct request;

/*
 * Seats that change hands. Who has missed too many deadlines in a row may be replaced by the others: by
 * a bot at once, by another person when that one takes the seat. One's own seat one hands on alone.
 */

/* GET /v1/games/{id}/votes */
void votes_get(struct request *rq);
/* POST /v1/games/{id}/votes */
extern const struct endpoint votes_cast;
/* DELETE /v1/games/{id}/votes/{seat} */
extern const struct endpoint votes_withdraw;
/* POST /v1/games/{id}/seats/{seat}/take */
extern const struct endpoint votes_take;

#endif
