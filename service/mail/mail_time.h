/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MAIL_MAIL_TIME_H
#define SERVICE_MAIL_MAIL_TIME_H

#include <stdint.h>

#include "service/base/language.h"

/* A time as a person's clock shows it: "Sunday 22 November, 18:30 (Europe/Berlin)". ZONE: of the IANA
 * database, "" for UTC. */
enum { MAIL_TIME_SIZE = 160 };
void mail_time(char text[MAIL_TIME_SIZE], enum language language, const char *zone, int64_t at);

#endif
