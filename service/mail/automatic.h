/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MAIL_AUTOMATIC_H
#define SERVICE_MAIL_AUTOMATIC_H

#include <gmime/gmime.h>
#include <stdbool.h>

/* Whether a program wrote MAIL by itself: an absence note, a ticket's receipt, a list. Answering such mail
 * could go on for ever. */
bool mail_is_automatic(GMimeObject *mail);

#endif
