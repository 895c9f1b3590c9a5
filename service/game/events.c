/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/game/events.h"

#include <stddef.h>

enum store_result game_events_publish(struct store_tx *tx, const struct game_events *events) {
    enum store_result result = STORE_OK;

    for (size_t i = 0; game_listeners[i] != NULL && result == STORE_OK; i++)
        result = game_listeners[i](tx, events);
    return result;
}
