/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/game_call.h"

#include "service/api/game.h"

bool game_call_open(struct request *rq, struct game_call *call) {
    if (call->load.owned)
        return true;
    if (!api_load(rq, &call->load))
        return false;
    call->game = call->load.row.id;
    return true;
}

enum store_result game_call_load(struct store_tx *tx, struct game_call *call) {
    enum store_result result = load_open_by_id(&call->load, store_tx_reader(tx), call->game);

    return result == STORE_OK ? load_replay(&call->load, LOAD_LATEST, NULL, NULL) : result;
}

void game_call_close(void *state) {
    load_end(&((struct game_call *)state)->load);
}
