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
    MAIL_URL_MAX = 120,    /* bytes of the address that links begin with */
    MAIL_SECRET_SIZE = 257 /* of the password */
};

/* False when the settings are wrong: ERROR says how. *MAIL is NULL where they ask for no mail. */
bool mail_new(struct mail **mail, const struct config *config, char *error, size_t error_size);
void mail_free(struct mail *mail);

/* What links begin with: "https://hexpost.example", no slash behind. */
enum { MAIL_BASE_SIZE = MAIL_URL_MAX + 1 };
void mail_base(const struct app *app, char base[MAIL_BASE_SIZE]);

#endif
