/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/notify/reminder.h"

#include <stdio.h>

#include "service/notify/outbox.h"

enum store_result reminder_on_deadline(struct store_tx *tx,
                                       const struct timekeeper_reminder *reminder) {
    char data[40];
    struct outbox_news news = {
        .kind = OUTBOX_REMINDER,
        .account = reminder->account,
        .game = reminder->game,
        .seats = 1u << reminder->seat,
        .seq = reminder->seq,
        .now = reminder->now,
        .due_at = reminder->due_at,
        .data = data,
    };
    enum store_result result;

    snprintf(data, sizeof data, "{\"deadline\":%lld}", (long long)reminder->deadline);
    result = outbox_enqueue(tx, &news);
    news.account = 0;
    return result == STORE_OK ? outbox_enqueue(tx, &news) : result;
}
