/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SIM_MAILS_H
#define TESTS_SIM_MAILS_H

#include "service/notify/outbox.h"
#include "tests/support/month.h"

/* The mails of a simulated month: the rows of the outbox, and the files in the folder. */
struct mails;

/* Reads the outbox of all people with mail, and fails the test unless each of its rows has ended, no two report the
 * same, and there is exactly one mail in the folder for each that was sent (except those sent just before the program
 * was killed, or denied by the mail server). */
struct mails *mails_open(const struct month *month, struct store_reader *reader,
                         const char *folder);

/* Whether a person was told about one of these events, or did not need to be: their turn was over, or they had seen it,
 * before the mail was due. The next event in the game was at NEXT_AT. */
bool mails_told(const struct mails *mails, int64_t account, int64_t game, enum outbox_kind kind,
                uint32_t first, uint32_t last, int64_t next_at);

/* Frees them; returns the number of mails. */
unsigned mails_close(struct mails *mails);

#endif
