/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_PROFILE_H
#define SERVICE_API_PROFILE_H

#include "service/http/request.h"

/* What everybody may know of an account. */
void profile_get(struct request *rq);

#endif
