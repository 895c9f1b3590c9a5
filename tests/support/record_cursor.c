/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/support/record_cursor.h"

int record_cursor_next(void *context, struct event *event, int64_t *at) {
    struct record_cursor *cursor = context;
    if (cursor->next == cursor->record->n_events)
        return 0;
    *event = cursor->record->events[cursor->next].event;
    *at = cursor->record->events[cursor->next++].at;
    return 1;
}
