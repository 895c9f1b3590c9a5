/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_SPECIAL_BUILD_H
#define SERVICE_API_SPECIAL_BUILD_H

#include <jansson.h>

#include "service/api/play_request.h"
#include "service/app/endpoint.h"
#include "service/http/request.h"

struct load;
struct writer;

/* /v1/games/{id}/special-build: what the caller wants in their parts of others' turns (parts/parts.h). */

/* Writes the setting of a seat for its holder. */
enum store_result special_build_write(struct writer *w, const struct load *load, unsigned seat);

void special_build_get(struct request *rq);
extern const struct endpoint special_build_put;

/* ---- the action special_build, for POST /v1/games/{id}/moves ---- */

/* Whether a body of that request is an answer for a part: not a move, but stored and carried out. */
bool special_build_is_answer(const json_t *body);

/* Reads it, instead of moves, into a request that has been opened. False: has answered. */
bool special_build_read(struct request *rq, struct play_request *request);

/* In judge, before the game is judged without moves: whether it can be given now. False: has answered. */
bool special_build_judge(struct request *rq, struct play_request *request);

#endif
