/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_ORDERS_H
#define SERVICE_API_ORDERS_H

#include "db/store.h"

struct endpoint;
struct request;

/* Standing orders, which only the holder of the seat can see and change. */

/* Writes the orders of a seat and the notes about them, for the seat's holder. */
struct load;
struct writer;
enum store_result orders_write_all(struct writer *w, const struct load *load, unsigned seat);

void orders_get(struct request *rq);        /* GET /v1/games/{id}/orders */
extern const struct endpoint orders_put;    /* PUT /v1/games/{id}/orders */
extern const struct endpoint orders_delete; /* DELETE /v1/games/{id}/orders */

#endif
