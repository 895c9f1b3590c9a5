/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_VOTES_H
#define SERVICE_API_VOTES_H

struct endpoint;
struct request;

/*
 * Seats that change hands. A player who has missed too many deadlines in a row can be replaced by the
 * others' votes: by a bot at once, by another person when that one takes the seat. Players hand on
 * their own seats without a vote.
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
