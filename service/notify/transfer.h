/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_NOTIFY_TRANSFER_H
#define SERVICE_NOTIFY_TRANSFER_H

#include "service/notify/channel.h"

/* The sender's view of a transfer (channel.h): its life from due rows to an outcome. */

/* Creates a transfer for the row LEAD and, if the channel combines rows, for others due with it.
 * NULL: out of memory, or the store failed. */
struct transfer *transfer_new(struct app *app, struct store_reader *reader,
                              const struct store_outbox_row *lead, int64_t now);
void transfer_free(struct transfer *t);

/* Evaluates the call, which ended with CODE, together with the channel. */
void transfer_judge(struct transfer *t, CURLcode code, struct outbox_outcome *outcome);

#endif
