/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MAIL_WHEN_H
#define SERVICE_MAIL_WHEN_H

#include <stdint.h>

#include "db/mailboxes.h"

struct app;

#define MAIL_DAY_MS INT64_C(86400000)

/* *AT: the earliest time for news created at CREATED to be sent to the owner of BOX, by their mode, the
 * time of their last mail, and their quiet hours, weekends and vacation as set at NOW. */
enum store_result mail_when(const struct app *app, struct store_reader *reader,
                            const struct store_mailbox *box, int64_t created, int64_t now,
                            int64_t *at);

/* The first time at or after FROM when it is MINUTE of the day in a zone of the IANA database, UTC
 * for "" or an unknown one. On a day without that minute (clock change), an hour later. */
int64_t mail_next_minute(const char *zone, int minute, int64_t from);

#endif
