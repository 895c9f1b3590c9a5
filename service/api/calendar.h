/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_CALENDAR_H
#define SERVICE_API_CALENDAR_H

#include "service/http/request.h"

/* GET and PUT /v1/me/calendar: when the caller does not want to be waited for. */
void calendar_get(struct request *rq);
void calendar_put(struct request *rq);

#endif
