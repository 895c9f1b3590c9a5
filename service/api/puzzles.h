/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_PUZZLES_H
#define SERVICE_API_PUZZLES_H

struct endpoint;
struct request;

void puzzles_list(struct request *rq);       /* GET /v1/puzzles */
void puzzles_today(struct request *rq);      /* GET /v1/puzzles/today */
void puzzles_get(struct request *rq);        /* GET /v1/puzzles/{puzzle} */
extern const struct endpoint puzzles_answer; /* POST /v1/puzzles/{puzzle}/answer */

#endif
