/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_OAUTH_DEVICE_H
#define SERVICE_OAUTH_DEVICE_H

#include "service/http/request.h"

struct endpoint;

extern const struct endpoint device_begin;  /* POST /oauth/device */
void device_page(struct request *rq);       /* GET /link */
extern const struct endpoint device_answer; /* POST /link */

#endif
