/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_SEEKS_H
#define SERVICE_API_SEEKS_H

struct endpoint;
struct request;

void seeks_list(struct request *rq);       /* GET /v1/seeks */
extern const struct endpoint seeks_create; /* POST /v1/seeks */
extern const struct endpoint seeks_delete; /* DELETE /v1/seeks/{id} */

#endif
