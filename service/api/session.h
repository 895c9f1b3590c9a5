/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_SESSION_H
#define SERVICE_API_SESSION_H

#include "service/http/request.h"

/* POST /v1/session: gives a browser a cookie of its own for the token it comes with. */
void session_create(struct request *rq);
/* DELETE /v1/session: takes it away, and ends the token in it. */
void session_end(struct request *rq);

#endif
