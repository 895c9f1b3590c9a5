/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MAIL_WHEN_H
#define SERVICE_MAIL_WHEN_H

#include <stdint.h>

#include "db/mailboxes.h"

struct app;

#define MAIL_DAY_MS INT64_C(86400000)

/* *AT: when news of CREATED may go to the owner of BOX at the earliest, by their mode, by when they got
 * their last mail, and by their quiet hours, weekends and vacation as they are at NOW. */
enum store_result mail_when(const struct app *app, struct store_reader *reader,
                            const struct store_mailbox *box, int64_t created, int64_t now,
                            int64_t *at);

/* The first time at or after FROM when it is MINUTE of the day in a zone of the IANA database, "" or
 * an unknown one for UTC. On a day that leaves the minute out it is the one an hour later. */
int64_t mail_next_minute(const char *zone, int minute, int64_t from);

#endif
