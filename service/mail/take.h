/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MAIL_TAKE_H
#define SERVICE_MAIL_TAKE_H

#include <stdbool.h>
#include <stddef.h>

struct app;

enum {
    MAIL_ADDRESSES_MAX =
        8, /* of a mail that can be ours are looked up: whoever brings it is a stranger */
    MAIL_ANSWERS_AN_HOUR = 100, /* of one person are taken */
    MAIL_UNREADABLE_MAX = 5 /* in a row are answered: more come from a program. What can be read is
                                 * taken all the same, and begins a new row */
};

/*
 * Takes a mail that has come in: does what its lines say and answers by mail, notes that mail came
 * back, or unsubscribes. What is not for us is passed over. RECIPIENT: as the mail server says, or NULL.
 * False where it should be brought again later. Waits for the store; not on its writer's thread.
 */
bool take_mail(struct app *app, const char *bytes, size_t size, const char *recipient);

#endif
