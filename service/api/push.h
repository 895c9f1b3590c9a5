/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_PUSH_H
#define SERVICE_API_PUSH_H

#include <stdint.h>

struct endpoint;
struct request;

/* Writes a browser's subscription as its owner sees it; TOKEN: the caller's. */
struct store_push;
struct writer;
void push_write(struct writer *w, const struct store_push *push, int64_t token);

extern const struct endpoint push_get;    /* GET /v1/me/push */
extern const struct endpoint push_create; /* POST /v1/me/push */
extern const struct endpoint push_delete; /* DELETE /v1/me/push/{push_id} */

#endif
