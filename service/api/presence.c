/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/presence.h"

#include "service/account/auth.h"
#include "service/api/game.h"

/* A sign of life: somebody has used a pointer or a key on the game's page. Kept in memory only. */
void presence_put(struct request *rq) {
    struct load load;

    if (!request_query(rq, NULL, 0) || !api_load(rq, &load))
        return;
    auth_note_presence(rq, rq->caller.account, load.row.public_id, PRESENCE_SEEN);
    load_end(&load);
    reply_empty(rq, 204);
}
