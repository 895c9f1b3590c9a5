/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_EXPORT_H
#define SERVICE_API_EXPORT_H

struct request;

void export_get(struct request *rq); /* GET /v1/me/export */

#endif
