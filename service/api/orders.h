/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_ORDERS_H
#define SERVICE_API_ORDERS_H

#include "db/store.h"

struct endpoint;
struct request;

/* Standing orders: seen and changed by nobody but who holds the seat. */

/* Writes the orders of a seat, and what was told about them, as who holds it sees them. */
struct load;
struct writer;
enum store_result orders_write_all(struct writer *w, const struct load *load, unsigned seat);

void orders_get(struct request *rq);        /* GET /v1/games/{id}/orders */
extern const struct endpoint orders_put;    /* PUT /v1/games/{id}/orders */
extern const struct endpoint orders_delete; /* DELETE /v1/games/{id}/orders */

#endif
