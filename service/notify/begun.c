/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/notify/begun.h"

#include "db/people.h"
#include "service/notify/outbox.h"

enum store_result begun_on_events(struct store_tx *tx, const struct game_events *events) {
    int64_t following[BEGUN_TOLD_MAX];
    enum store_result result;
    size_t n = 0;

    if (events->seq_before != 0 || events->mode != STORE_MODE_PLAY)
        return STORE_OK;
    result =
        store_people_following(store_tx_reader(tx), events->game_id, following, BEGUN_TOLD_MAX, &n);
    for (size_t i = 0; i < n && result == STORE_OK; i++)
        result = outbox_enqueue(tx, &(struct outbox_news){.kind = OUTBOX_STARTED,
                                                          .account = following[i],
                                                          .game = events->game_id,
                                                          .seq = events->game->seq,
                                                          .now = events->now});
    return result;
}
