/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_ORDERS_H
#define SERVICE_API_ORDERS_H

#include "service/http/request.h"

/* Standing orders: seen and changed by nobody but who holds the seat. */

void orders_get(struct request *rq);    /* GET /v1/games/{id}/orders */
void orders_put(struct request *rq);    /* PUT /v1/games/{id}/orders */
void orders_delete(struct request *rq); /* DELETE /v1/games/{id}/orders */

#endif
