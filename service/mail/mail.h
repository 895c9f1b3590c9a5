/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MAIL_MAIL_H
#define SERVICE_MAIL_MAIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct app;
struct config;
struct mail;

/* How this server sends mail, read once from its settings. */

enum {
    MAIL_URL_MAX = 120,    /* bytes of the address with which links begin */
    MAIL_SECRET_SIZE = 257 /* of the password */
};

/* False if the settings are wrong, with the reason in ERROR. *MAIL is NULL if they configure no
 * mail. */
bool mail_new(struct mail **mail, const struct config *config, char *error, size_t error_size);
void mail_free(struct mail *mail);

/* The start of links: "https://hexpost.example", without a slash at its end. */
enum { MAIL_BASE_SIZE = MAIL_URL_MAX + 1 };
void mail_base(const struct app *app, char base[MAIL_BASE_SIZE]);

#endif
