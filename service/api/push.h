/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_PUSH_H
#define SERVICE_API_PUSH_H

struct endpoint;
struct request;

extern const struct endpoint push_get;    /* GET /v1/me/push */
extern const struct endpoint push_create; /* POST /v1/me/push */
extern const struct endpoint push_delete; /* DELETE /v1/me/push/{push_id} */

#endif
