/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MAIL_MAIL_H
#define SERVICE_MAIL_MAIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "service/app/config.h"

struct app;
struct mail;

/* How this server sends mail, read once from its settings. */

enum { MAIL_SECRET_SIZE = 257 }; /* of the password */

/* False if the settings are wrong, with the reason in ERROR. *MAIL is NULL if they configure no
 * mail. */
bool mail_new(struct mail **mail, const struct config *config, char *error, size_t error_size);
void mail_free(struct mail *mail);

/* The start of links: "https://hexpost.example", without a slash at its end. */
enum { MAIL_BASE_SIZE = CONFIG_URL_MAX + 1 };
void mail_base(const struct app *app, char base[MAIL_BASE_SIZE]);

#endif
