/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_APP_CONFIG_H
#define SERVICE_APP_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "service/app/quota.h"
#include "service/http/server.h"

enum {
    CONFIG_URL_MAX = 120
}; /* bytes of the public URL, so that links have room in mails and chats */

/* How the server is run. Each setting is a flag and an environment variable; flags win. */
struct config {
    const char *listen;
    const char *db;
    char public_url[CONFIG_URL_MAX + 1]; /* without a slash at its end; "": none given */
    const char *hook_allow;              /* internal addresses that webhooks may reach */
    unsigned hook_timeout;               /* seconds */
    unsigned threads;
    unsigned max_connections;
    unsigned max_per_address;
    unsigned max_waiting;
    unsigned max_waiting_per_address;
    unsigned max_waiting_per_token;
    unsigned idle_seconds;
    unsigned heartbeat_seconds;
    unsigned rate_per_minute; /* 0: no limit */
    unsigned rate_burst;
    unsigned accounts_per_hour;           /* 0: no limit */
    unsigned open_game_days;              /* that a game waits for players; 0: for ever */
    unsigned name_hold_days;              /* 0: a former name is free at once */
    unsigned account_quotas[QUOTA_COUNT]; /* these four are all 0: no limit */
    unsigned guest_quotas[QUOTA_COUNT];
    unsigned address_quotas[ADDRESS_QUOTA_COUNT];
    unsigned bot_quotas[BOT_QUOTA_COUNT];
    bool quotas; /* whether any of these four are enforced */
    bool limit_local;
    bool trust_proxy;
    bool access_log;
    /* chat; tokens and secrets come from the environment only, "": none */
    const char *discord_app;
    const char *discord_public_key;
    const char *discord_token;
    const char *discord_api; /* addresses without a slash at the end */
    const char *slack_secret;
    const char *slack_token;
    const char *slack_api;
    const char *telegram_token;
    const char *telegram_secret;
    const char *telegram_name;
    const char *telegram_api;
    bool telegram_poll;
    const char *matrix_server;
    const char *matrix_user;
    const char *matrix_token;
    const char *matrix_hs_token;
    const char *mattermost_token;
    const char *zulip_token;
    const char *rocketchat_token;
    unsigned chat_hold_seconds;
    /* mail */
    const char *mail_from;    /* address; "": no mail is sent */
    const char *mail_replies; /* domain whose mail is received; "": none */
    bool mail_local;          /* addresses without a dot after the @ are accepted */
    const char *mail_dir;     /* folder instead of a server; "" for a server */
    const char *smtp;         /* smtp://HOST:PORT or smtps://HOST:PORT; "": none */
    const char *smtp_user;
    const char *smtp_password;      /* in the environment only */
    const char *smtp_password_file; /* its first line */
    const char *smtp_ca;            /* file of certificates, "" for the system's */
    bool smtp_plain;                /* without encryption where the server offers none */
    unsigned mail_hold_seconds;
    unsigned push_hold_seconds;
};

/* The default of every setting. */
void config_defaults(struct config *config);

/* Defaults, then the environment, then argv[0..argc-1] ("--listen ADDR" or "--listen=ADDR").
 * False with a sentence in error. The texts are borrowed from argv and the environment. */
bool config_read(struct config *config, int argc, char **argv, char *error, size_t error_size);

/* How a setting is explained to those who run the server; all texts are constants. */
struct config_setting {
    const char *flag;     /* without "--"; NULL: in the environment only, as it is a secret */
    const char *variable; /* in the environment */
    const char *initial;  /* the default, as given on the command line; "" if there is none */
    const char *help;
};

/* The setting with number INDEX, from 0 on; false after the last one. */
bool config_describe(size_t index, struct config_setting *setting);

/* The part that the HTTP server needs, with its fixed limits; routes, app, auth, metrics and cookie
 * are left empty. */
void config_server(const struct config *config, struct server_config *server);

#endif
