/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_PEOPLE_H
#define SERVICE_API_PEOPLE_H

#include "db/people.h"
#include "service/base/json_write.h"

struct endpoint;
struct request;

void people_list(struct request *rq);        /* GET /v1/me/people */
void people_get(struct request *rq);         /* GET /v1/me/people/{name} */
extern const struct endpoint people_put;     /* PUT /v1/me/people/{name} */
extern const struct endpoint people_forget;  /* DELETE /v1/me/people/{name} */
void people_watched(struct request *rq);     /* GET /v1/games/{id}/watch */
extern const struct endpoint people_watch;   /* PUT /v1/games/{id}/watch */
extern const struct endpoint people_unwatch; /* DELETE /v1/games/{id}/watch */

/* What an account has stored about another, as a document. */
void people_write(struct writer *w, const struct store_person *person);

#endif
