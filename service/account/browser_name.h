/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ACCOUNT_BROWSER_NAME_H
#define SERVICE_ACCOUNT_BROWSER_NAME_H

#include "db/store.h"

/* Writes the name by which people recognize a browser, like "Firefox on Android", from the User-Agent that it sends (NULL:
 * none). It is made of fixed words alone: nothing of the header is copied. */
void browser_name(const char *user_agent, char name[STORE_NAME_SIZE]);

#endif
