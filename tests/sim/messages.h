/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SIM_MESSAGES_H
#define TESTS_SIM_MESSAGES_H

#include "service/notify/outbox.h"
#include "tests/sim/listener.h"
#include "tests/support/month.h"

/* Some of the people of a simulated month have webhooks, at a listener, and some others mail, into a
 * folder; and afterwards what they were told is held against the logs. */

/* How a person is told: OUTBOX_WEBHOOK, OUTBOX_MAIL, or OUTBOX_CHANNELS for not at all. */
enum outbox_channel messages_way(const struct month *month, const struct month_person *person);

/* Has them told so, as a hook of the month: nothing where they are already. */
void messages_sign_up(struct month_app *app, struct month_person *person,
                      const struct listener *listener);

/* Whether a person was reminded of this deadline in a game; more than once fails the test. People without
 * a webhook count as reminded. */
bool messages_reminded(const struct month *month, const struct listener *listener, unsigned person,
                       const char *game, int64_t deadline);

struct messages_figures {
    unsigned rows, sent, dropped; /* of the outbox */
    unsigned turns;               /* which had to be told, as the logs have it */
    unsigned mails;               /* each with what has gathered */
    unsigned repeated;            /* with the same id, after the program was killed */
    unsigned refused;             /* answers that were none */
};

/*
 * MAILS is the folder. Fails the test unless: every message in the outbox has come to an end; what was sent was received;
 * nothing was accepted twice, unless the program was killed in between; no two messages tell of the
 * same; everybody was told of each moment from which a game waited for them, of its beginning and of
 * its end.
 */
void messages_check(const struct month *month, struct listener *listener, const char *mails,
                    struct store_reader *reader, struct messages_figures *figures);

#endif
