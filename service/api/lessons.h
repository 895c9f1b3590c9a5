/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_LESSONS_H
#define SERVICE_API_LESSONS_H

#include <stdint.h>

#include "db/lessons.h"

struct endpoint;
struct request;
struct writer;

void lessons_list(struct request *rq);     /* GET /v1/lessons */
void lessons_get(struct request *rq);      /* GET /v1/lessons/{lesson} */
extern const struct endpoint lessons_pass; /* POST /v1/lessons/{lesson}/pass */

/* {"lesson","at"} */
void lessons_write_passed(struct writer *w, const struct store_lesson *lesson);
/* The lessons that an account has finished, as an array. */
enum store_result lessons_write_of(struct writer *w, struct store_reader *reader, int64_t account);

#endif
