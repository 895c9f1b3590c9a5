/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_SEEKS_H
#define SERVICE_API_SEEKS_H

#include <stdint.h>

struct endpoint;
struct request;
struct store_seek;
struct writer;

/* A seek as CALLER sees it; GAME: the public id of the game that came of it, NULL: none yet. */
void seeks_write(struct writer *w, const struct store_seek *seek, int64_t caller, const char *game);

void seeks_list(struct request *rq);       /* GET /v1/seeks */
extern const struct endpoint seeks_create; /* POST /v1/seeks */
extern const struct endpoint seeks_delete; /* DELETE /v1/seeks/{id} */

#endif
