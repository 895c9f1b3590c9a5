/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_OAUTH_AUTHORIZE_H
#define SERVICE_OAUTH_AUTHORIZE_H

#include "service/http/request.h"

struct endpoint;

void authorize_get(struct request *rq);      /* GET /oauth/authorize */
extern const struct endpoint authorize_post; /* POST /oauth/authorize */

#endif
