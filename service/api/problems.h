/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_PROBLEMS_H
#define SERVICE_API_PROBLEMS_H

#include "service/http/request.h"

/* GET /problems/{kind}: what a `type` of problem leads to, as a page or as JSON, in the reader's language. */
void problems_get(struct request *rq);

#endif
