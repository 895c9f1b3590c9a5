/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MAIL_TAKE_H
#define SERVICE_MAIL_TAKE_H

#include <stdbool.h>
#include <stddef.h>

struct app;

enum {
    MAIL_ADDRESSES_MAX = 8,     /* addresses of a mail that are looked up: senders are strangers */
    MAIL_ANSWERS_AN_HOUR = 100, /* taken from one person */
    MAIL_UNREADABLE_MAX = 5     /* consecutive ones that are answered: more come from a program. A
                                 * readable mail is always taken, and resets the count */
};

/* Handles a received mail: carries out its lines and answers by mail, records a bounce, or unsubscribes.
 * Mail for others is ignored. RECIPIENT: as given by the mail server, or NULL. False if it should be
 * delivered again later. Blocks on the store; not on its writer's thread. */
bool take_mail(struct app *app, const char *bytes, size_t size, const char *recipient);

#endif
