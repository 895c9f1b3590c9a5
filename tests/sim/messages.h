/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SIM_MESSAGES_H
#define TESTS_SIM_MESSAGES_H

#include "service/notify/outbox.h"
#include "tests/sim/listener.h"
#include "tests/support/month.h"

/* Some people of a simulated month have webhooks, at a listener, and others mail, into a folder; afterwards the
 * messages they got are compared with the logs. */

/* How a person is notified: OUTBOX_WEBHOOK, OUTBOX_MAIL, or OUTBOX_CHANNELS for not at all. */
enum outbox_channel messages_way(const struct month *month, const struct month_person *person);

/* Sets this up, as a hook of the month; does nothing if it was done before. */
void messages_sign_up(struct month_app *app, struct month_person *person,
                      const struct listener *listener);

/* Whether a person was reminded of this deadline in a game; more than one reminder fails the test. People without a
 * webhook count as reminded. */
bool messages_reminded(const struct month *month, const struct listener *listener, unsigned person,
                       const char *game, int64_t deadline);

struct messages_figures {
    unsigned rows, sent, dropped; /* of the outbox */
    unsigned turns;               /* that had to be announced, according to the logs */
    unsigned mails;               /* each with everything collected for it */
    unsigned repeated;            /* with the same id, after the program was killed */
    unsigned refused;             /* failed responses */
};

/*
 * MAILS is the folder. Fails the test unless: every message in the outbox has ended; what was sent was received;
 * nothing was accepted twice, unless the program was killed in between; no two messages report the same; every person
 * was notified of each moment from which a game waited for them, of its beginning and of its end.
 */
void messages_check(const struct month *month, struct listener *listener, const char *mails,
                    struct store_reader *reader, struct messages_figures *figures);

#endif
