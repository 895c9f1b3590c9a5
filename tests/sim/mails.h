/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SIM_MAILS_H
#define TESTS_SIM_MAILS_H

#include "service/notify/outbox.h"
#include "tests/support/month.h"

/* The mails of a simulated month: what stands in the outbox, and what lies in the folder. */
struct mails;

/* Reads the outbox of all who have mail, and fails the test unless each row of it has come to an end,
 * no two tell of the same, and for each mail that was sent one lies in the folder, and no other (but
 * for those that were sent just before the program was killed, or of which the mail server lied). */
struct mails *mails_open(const struct month *month, struct store_reader *reader,
                         const char *folder);

/* Whether somebody was told of one of these events, or had no need to be: a turn that was over, or that
 * they had seen, before the mail was to go. The next thing in the game happened at NEXT_AT. */
bool mails_told(const struct mails *mails, int64_t account, int64_t game, enum outbox_kind kind,
                uint32_t first, uint32_t last, int64_t next_at);

/* Forgets them; how many mails there were. */
unsigned mails_close(struct mails *mails);

#endif
