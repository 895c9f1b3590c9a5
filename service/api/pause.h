/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_PAUSE_H
#define SERVICE_API_PAUSE_H

#include "service/http/request.h"

/* GET, POST and DELETE /v1/games/{id}/pause: a game's clocks stand still while all who play it want
 * so. */
void pause_get(struct request *rq);
void pause_agree(struct request *rq);
void pause_end(struct request *rq);

#endif
