/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/mail/mail.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "service/app/app.h"
#include "service/app/config.h"
#include "service/base/mail_address.h"
#include "service/base/text.h"
#include "service/http/server.h"
#include "service/mail/mail_int.h"

/* ---- settings ---- */

/* The host of smtp://HOST:PORT, in brackets if it is an IPv6 address. */
static bool smtp_host(const char *url, char host[MAIL_HOST_SIZE]) {
    const char *at = strncmp(url, "smtp://", 7) == 0    ? url + 7
                     : strncmp(url, "smtps://", 8) == 0 ? url + 8
                                                        : NULL;
    size_t size;

    if (at == NULL || text_has_controls(at) || strpbrk(at, " @?#") != NULL)
        return false;
    size = at[0] == '[' ? strcspn(at, "]") + 1 : strcspn(at, ":/");
    if (size == 0 || size >= MAIL_HOST_SIZE || size > strlen(at))
        return false;
    memcpy(host, at, size);
    host[size] = '\0';
    return true;
}

static bool read_password(struct mail *mail, const struct config *config) {
    FILE *file;
    bool good;

    snprintf(mail->password, sizeof mail->password, "%s", config->smtp_password);
    if (config->smtp_password_file[0] == '\0')
        return true;
    file = fopen(config->smtp_password_file, "re");
    if (file == NULL)
        return false;
    good = fgets(mail->password, sizeof mail->password, file) != NULL;
    fclose(file);
    mail->password[strcspn(mail->password, "\r\n")] = '\0';
    return good;
}

static bool folder_there(const char *path) {
    struct stat found;

    return stat(path, &found) == 0 && S_ISDIR(found.st_mode);
}

/* What is wrong with the settings, or NULL. */
static const char *mail_settings_fault(struct mail *mail, const struct config *config) {
    char probe[MAIL_HOST_SIZE + 2];

    if (mail_address_fault(config->mail_from) != NULL)
        return "--mail-from must be an address like games@example.org";
    snprintf(probe, sizeof probe, "r@%s", config->mail_replies);
    if (config->mail_replies[0] != '\0' && mail_address_fault(probe) != NULL)
        return "--mail-replies must be a domain like example.org";
    if (config->mail_dir[0] == '\0' && config->smtp[0] == '\0')
        return "--mail-from needs --smtp, or --mail-dir";
    if (config->mail_dir[0] != '\0' && !folder_there(config->mail_dir))
        return "--mail-dir must be a folder that is there";
    if (config->smtp[0] != '\0' && !smtp_host(config->smtp, mail->smtp_host))
        return "--smtp must be like smtp://mail.example.org:587 or smtps://mail.example.org";
    if (text_has_controls(config->public_url) || strpbrk(config->public_url, " <>\"") != NULL)
        return "--public-url has characters that no URL has";
    if (!read_password(mail, config))
        return "--smtp-password-file cannot be read";
    return NULL;
}

bool mail_new(struct mail **out, const struct config *config, char *error, size_t error_size) {
    struct mail *mail;
    const char *fault;

    *out = NULL;
    if (config->mail_from[0] == '\0')
        return true;
    mail = calloc(1, sizeof *mail);
    fault = mail == NULL ? "memory ran out" : mail_settings_fault(mail, config);
    if (fault != NULL) {
        snprintf(error, error_size, "%s", fault);
        free(mail);
        return false;
    }
    message_init();
    mail->from = config->mail_from;
    mail->host = strchr(config->mail_from, '@') + 1;
    mail->replies = config->mail_replies;
    mail->dir = config->mail_dir;
    mail->smtp = config->smtp;
    mail->user = config->smtp_user;
    mail->ca = config->smtp_ca;
    mail->plain = config->smtp_plain;
    mail->hold_ms = config->mail_hold_seconds * INT64_C(1000);
    *out = mail;
    return true;
}

void mail_free(struct mail *mail) {
    if (mail == NULL)
        return;
    sodium_memzero(mail->password, sizeof mail->password);
    free(mail);
}

/* ---- links ---- */

void mail_base(const struct app *app, char base[MAIL_BASE_SIZE]) {
    const char *site = app_site(app);

    if (site[0] != '\0')
        snprintf(base, MAIL_BASE_SIZE, "%s", site);
    else
        snprintf(base, MAIL_BASE_SIZE, "http://%s",
                 app->server == NULL ? "localhost" : server_address(app->server));
}
