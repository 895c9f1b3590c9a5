/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_LOOK_H
#define SERVICE_API_LOOK_H

#include "service/base/buffer.h"
#include "service/game/load.h"

struct request;

void look_board(struct request *rq);   /* GET /v1/games/{id}/board */
void look_view(struct request *rq);    /* GET /v1/games/{id}/view */
void look_actions(struct request *rq); /* GET /v1/games/{id}/actions */
void look_record(struct request *rq);  /* GET /v1/games/{id}/record */

enum {
    LOOK_RECORD_MAX = 32 << 20 /* bytes; RECORD_EVENTS_MAX events of a little over a kilobyte */
};

/* Writes the record of a game that has been opened but not replayed. BODY fails if the record is
 * too large. */
enum store_result look_record_write(struct load *load, struct buffer *body);

#endif
