/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_RECAP_H
#define SERVICE_API_RECAP_H

#include "service/http/request.h"

/* GET /v1/games/{id}/recap, PUT /v1/games/{id}/looked: what has happened since one last looked. */
void recap_get(struct request *rq);
void recap_looked(struct request *rq);

#endif
