/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/app/config.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/net_guard.h"
#include "service/base/text.h"

enum {
    ERROR_SIZE = 256,
    BODY_MAX = 64 << 10, /* bytes of a request's body, unless its route has a limit */
    BODY_MS = 60000,     /* for the whole body */
    STOP_MS = 2000,      /* half of what the whole end may take (cli/ending.h) */
};

enum setting_type { SETTING_TEXT, SETTING_URL, SETTING_NUMBER, SETTING_SWITCH };

struct setting {
    const char *flag;     /* without "--"; NULL: in the environment only, as it is a secret */
    const char *variable; /* in the environment */
    enum setting_type type;
    size_t offset; /* in struct config */
    unsigned min;
    unsigned max;
    const char *initial; /* the default, as given on the command line */
    const char *help;
};

#define AT(member) offsetof(struct config, member)

#define ACCOUNT_SETTING(id, name, flag, people, guests, counts)                                    \
    {"account-" flag,                                                                              \
     "HEXPOST_ACCOUNT_" #id,                                                                       \
     SETTING_NUMBER,                                                                               \
     AT(account_quotas[QUOTA_##id]),                                                               \
     0,                                                                                            \
     UINT_MAX,                                                                                     \
     people,                                                                                       \
     counts ", for one account; 0: no limit"},
#define GUEST_SETTING(id, name, flag, people, guests, counts)                                      \
    {"guest-" flag,                                                                                \
     "HEXPOST_GUEST_" #id,                                                                         \
     SETTING_NUMBER,                                                                               \
     AT(guest_quotas[QUOTA_##id]),                                                                 \
     0,                                                                                            \
     UINT_MAX,                                                                                     \
     guests,                                                                                       \
     counts ", for one guest; 0: no limit"},
#define ADDRESS_SETTING(id, name, flag, bound, counts)                                             \
    {"address-" flag,                                                                              \
     "HEXPOST_ADDRESS_GUEST_" #id,                                                                 \
     SETTING_NUMBER,                                                                               \
     AT(address_quotas[ADDRESS_QUOTA_##id]),                                                       \
     0,                                                                                            \
     UINT_MAX,                                                                                     \
     bound,                                                                                        \
     counts "; 0: no limit"},

#define BOT_SETTING(id, name, flag, bound, counts)                                                 \
    {"bot-" flag, "HEXPOST_BOT_" #id, SETTING_NUMBER, AT(bot_quotas[BOT_QUOTA_##id]),              \
     0,           UINT_MAX,           bound,          counts "; 0: no limit"},

static const struct setting settings[] = {
    {"listen", "HEXPOST_LISTEN", SETTING_TEXT, AT(listen), 0, 0, "127.0.0.1:8080",
     "HOST:PORT or [IPV6]:PORT; port 0 takes any free one"},
    {"db", "HEXPOST_DB", SETTING_TEXT, AT(db), 0, 0, "hexpost.db",
     "the database: a file, or postgresql://USER@HOST/NAME"},
    {"public-url", "HEXPOST_PUBLIC_URL", SETTING_URL, AT(public_url), 0, 0, "",
     "the URL by which players reach the server, if it differs"},
    {"hook-allow", "HEXPOST_HOOK_ALLOW", SETTING_TEXT, AT(hook_allow), 0, 0, "",
     "internal ADDRESS or ADDRESS/BITS,... that webhooks and chats may reach (none)"},
    {"hook-timeout", "HEXPOST_HOOK_TIMEOUT", SETTING_NUMBER, AT(hook_timeout), 1, 60, "15",
     "seconds that a webhook or a chat has for its answer"},
    {"threads", "HEXPOST_THREADS", SETTING_NUMBER, AT(threads), 1, 64, "4",
     "threads that answer requests"},
    {"max-connections", "HEXPOST_MAX_CONNECTIONS", SETTING_NUMBER, AT(max_connections), 64, 1000000,
     "12000", "open connections"},
    {"max-per-address", "HEXPOST_MAX_PER_ADDRESS", SETTING_NUMBER, AT(max_per_address), 0, 1000000,
     "200", "the same for one address; 0: no limit, as behind a trusted proxy"},
    {"max-waiting", "HEXPOST_MAX_WAITING", SETTING_NUMBER, AT(max_waiting), 1, 1000000, "10000",
     "long polls and streams"},
    {"max-waiting-per-address", "HEXPOST_MAX_WAITING_PER_ADDRESS", SETTING_NUMBER,
     AT(max_waiting_per_address), 0, 1000000, "100",
     "the same for one address (the client's, behind a trusted proxy); 0: no limit"},
    {"max-waiting-per-token", "HEXPOST_MAX_WAITING_PER_TOKEN", SETTING_NUMBER,
     AT(max_waiting_per_token), 0, 1000000, "50", "the same for one token; 0: no limit"},
    {"idle-seconds", "HEXPOST_IDLE_SECONDS", SETTING_NUMBER, AT(idle_seconds), 1, 3600, "30",
     "until a connection without a request is closed"},
    {"heartbeat-seconds", "HEXPOST_HEARTBEAT_SECONDS", SETTING_NUMBER, AT(heartbeat_seconds), 1,
     3600, "15", "between signs of life in a quiet stream"},
    {"rate-per-minute", "HEXPOST_RATE_PER_MINUTE", SETTING_NUMBER, AT(rate_per_minute), 0, 1000000,
     "600",
     "requests of one token, or of one address without; all tokens of an account together get "
     "twice that; 0: no limit"},
    {"rate-burst", "HEXPOST_RATE_BURST", SETTING_NUMBER, AT(rate_burst), 1, 1000000, "200",
     "how many of them at once"},
    {"accounts-per-hour", "HEXPOST_ACCOUNTS_PER_HOUR", SETTING_NUMBER, AT(accounts_per_hour), 0,
     1000000, "20", "new accounts from one address; 0: no limit"},
    {"open-game-days", "HEXPOST_OPEN_GAME_DAYS", SETTING_NUMBER, AT(open_game_days), 0, 3650, "10",
     "until a game that still waits for players is removed, three days after its people were told; "
     "0: never"},
    {"name-hold-days", "HEXPOST_NAME_HOLD_DAYS", SETTING_NUMBER, AT(name_hold_days), 0, 3650, "90",
     "until another account can take a name that was given up; 0: at once"},
    {"quotas", "HEXPOST_QUOTAS", SETTING_SWITCH, AT(quotas), 0, 0, "yes",
     "enforce the limits below on what accounts and guests may have: yes or no"},
    QUOTA_ROWS(ACCOUNT_SETTING) QUOTA_ROWS(GUEST_SETTING) ADDRESS_QUOTA_ROWS(
        ADDRESS_SETTING) BOT_QUOTA_ROWS(BOT_SETTING){
        "limit-local", "HEXPOST_LIMIT_LOCAL", SETTING_SWITCH, AT(limit_local), 0, 0, "no",
        "limit rates, new accounts and the guests of an address for programs on this machine too: "
        "yes or no"},
    {"trust-proxy", "HEXPOST_TRUST_PROXY", SETTING_SWITCH, AT(trust_proxy), 0, 0, "no",
     "trust the last address in X-Forwarded-For: yes or no"},
    {"access-log", "HEXPOST_ACCESS_LOG", SETTING_SWITCH, AT(access_log), 0, 0, "yes",
     "a line for each request on stderr: yes or no"},
    {"discord-app", "HEXPOST_DISCORD_APP", SETTING_TEXT, AT(discord_app), 0, 0, "",
     "the id of the Discord application; none: no commands from there"},
    {"discord-public-key", "HEXPOST_DISCORD_PUBLIC_KEY", SETTING_TEXT, AT(discord_public_key), 0, 0,
     "", "its public key, 64 hexadecimal digits"},
    {NULL, "HEXPOST_DISCORD_TOKEN", SETTING_TEXT, AT(discord_token), 0, 0, "",
     "its bot's token; never a flag, for everybody can see those"},
    {"discord-api", "HEXPOST_DISCORD_API", SETTING_TEXT, AT(discord_api), 0, 0,
     "https://discord.com/api/v10", "where Discord is reached"},
    {NULL, "HEXPOST_SLACK_SECRET", SETTING_TEXT, AT(slack_secret), 0, 0, "",
     "the signing secret of the Slack app; none: no commands from there"},
    {NULL, "HEXPOST_SLACK_TOKEN", SETTING_TEXT, AT(slack_token), 0, 0, "",
     "its bot's token (xoxb-...), for following games in channels"},
    {"slack-api", "HEXPOST_SLACK_API", SETTING_TEXT, AT(slack_api), 0, 0, "https://slack.com/api",
     "where Slack is reached"},
    {NULL, "HEXPOST_TELEGRAM_TOKEN", SETTING_TEXT, AT(telegram_token), 0, 0, "",
     "the token of the Telegram bot; none: no bot there"},
    {NULL, "HEXPOST_TELEGRAM_SECRET", SETTING_TEXT, AT(telegram_secret), 0, 0, "",
     "the secret that Telegram sends along to our webhook; none: no webhook"},
    {"telegram-name", "HEXPOST_TELEGRAM_NAME", SETTING_TEXT, AT(telegram_name), 0, 0, "",
     "the bot's user name, so that commands to other bots are left alone"},
    {"telegram-poll", "HEXPOST_TELEGRAM_POLL", SETTING_SWITCH, AT(telegram_poll), 0, 0, "no",
     "ask Telegram for messages instead of having a webhook: yes or no"},
    {"telegram-api", "HEXPOST_TELEGRAM_API", SETTING_TEXT, AT(telegram_api), 0, 0,
     "https://api.telegram.org", "where Telegram is reached"},
    {"matrix-server", "HEXPOST_MATRIX_SERVER", SETTING_TEXT, AT(matrix_server), 0, 0, "",
     "the Matrix homeserver of our bot, as https://HOST; none: no bot there"},
    {"matrix-user", "HEXPOST_MATRIX_USER", SETTING_TEXT, AT(matrix_user), 0, 0, "",
     "the bot's id, like @hexpost:example.org"},
    {NULL, "HEXPOST_MATRIX_TOKEN", SETTING_TEXT, AT(matrix_token), 0, 0, "",
     "its access token, or the application service's as_token"},
    {NULL, "HEXPOST_MATRIX_HS_TOKEN", SETTING_TEXT, AT(matrix_hs_token), 0, 0, "",
     "the hs_token of an application service; none: the bot asks for its messages"},
    {NULL, "HEXPOST_MATTERMOST_TOKEN", SETTING_TEXT, AT(mattermost_token), 0, 0, "",
     "the token of a slash command of Mattermost; none: no commands from there"},
    {NULL, "HEXPOST_ZULIP_TOKEN", SETTING_TEXT, AT(zulip_token), 0, 0, "",
     "the token of an outgoing webhook bot of Zulip; none: no commands from there"},
    {NULL, "HEXPOST_ROCKETCHAT_TOKEN", SETTING_TEXT, AT(rocketchat_token), 0, 0, "",
     "the token of an outgoing webhook of Rocket.Chat; none: no commands from there"},
    {"chat-hold-seconds", "HEXPOST_CHAT_HOLD_SECONDS", SETTING_NUMBER, AT(chat_hold_seconds), 0,
     3600, "5", "until a channel gets its message, so that what follows at once goes with it"},
    {"mail-from", "HEXPOST_MAIL_FROM", SETTING_TEXT, AT(mail_from), 0, 0, "",
     "the address that mails come from; none: no mail is sent"},
    {"mail-replies", "HEXPOST_MAIL_REPLIES", SETTING_TEXT, AT(mail_replies), 0, 0, "",
     "the domain whose mail is given to `hexpost mail-in`; none: mails cannot be answered"},
    {"mail-local", "HEXPOST_MAIL_LOCAL", SETTING_SWITCH, AT(mail_local), 0, 0, "no",
     "accept addresses without a dot after the @, as on a private network: yes or no"},
    {"mail-dir", "HEXPOST_MAIL_DIR", SETTING_TEXT, AT(mail_dir), 0, 0, "",
     "a folder to write mails into instead of sending them"},
    {"mail-hold-seconds", "HEXPOST_MAIL_HOLD_SECONDS", SETTING_NUMBER, AT(mail_hold_seconds), 0,
     3600, "60", "until a player who has not looked gets a mail about their turn"},
    {"push-hold-seconds", "HEXPOST_PUSH_HOLD_SECONDS", SETTING_NUMBER, AT(push_hold_seconds), 0,
     3600, "10", "until a player who has not looked gets a web push"},
    {"smtp", "HEXPOST_SMTP", SETTING_TEXT, AT(smtp), 0, 0, "",
     "the mail server: smtp://HOST:587 (with STARTTLS) or smtps://HOST:465"},
    {"smtp-user", "HEXPOST_SMTP_USER", SETTING_TEXT, AT(smtp_user), 0, 0, "",
     "the name to log in with there"},
    {NULL, "HEXPOST_SMTP_PASSWORD", SETTING_TEXT, AT(smtp_password), 0, 0, "",
     "the password; never a flag, for everybody can see those"},
    {"smtp-password-file", "HEXPOST_SMTP_PASSWORD_FILE", SETTING_TEXT, AT(smtp_password_file), 0, 0,
     "", "a file whose first line is the password"},
    {"smtp-ca", "HEXPOST_SMTP_CA", SETTING_TEXT, AT(smtp_ca), 0, 0, "",
     "a file of certificates to trust instead of the system's"},
    {"smtp-plain", "HEXPOST_SMTP_PLAIN", SETTING_SWITCH, AT(smtp_plain), 0, 0, "no",
     "send unencrypted where the server cannot encrypt: yes or no"},
};
enum { SETTING_COUNT = sizeof settings / sizeof *settings };

/* Keeps a URL without the slashes at its end; false where it has no room. */
static bool keep_url(char place[CONFIG_URL_MAX + 1], const char *value) {
    size_t size = strlen(value);

    while (size > 0 && value[size - 1] == '/')
        size--;
    if (size > CONFIG_URL_MAX)
        return false;
    memset(place, 0, CONFIG_URL_MAX + 1);
    memcpy(place, value, size);
    return true;
}

static bool apply_setting(struct config *config, const struct setting *setting, const char *name,
                          const char *value, char *error, size_t error_size) {
    char *place = (char *)config + setting->offset;
    int64_t number;

    switch (setting->type) {
    case SETTING_TEXT: memcpy(place, &value, sizeof value); return true;
    case SETTING_URL:
        if (keep_url(place, value))
            return true;
        snprintf(error, error_size, "%s can have %d characters at most", name, CONFIG_URL_MAX);
        return false;
    case SETTING_NUMBER:
        if (text_read_number(value, setting->min, setting->max, &number)) {
            memcpy(place, &(unsigned){(unsigned)number}, sizeof(unsigned));
            return true;
        }
        snprintf(error, error_size, "%s must be a number from %u to %u, not \"%s\"", name,
                 setting->min, setting->max, value);
        return false;
    case SETTING_SWITCH:
        if (strcmp(value, "yes") == 0 || strcmp(value, "no") == 0) {
            memcpy(place, &(bool){value[0] == 'y'}, sizeof(bool));
            return true;
        }
        snprintf(error, error_size, "%s must be yes or no, not \"%s\"", name, value);
        return false;
    }
    return false;
}

static const struct setting *find_setting(const char *flag, size_t size) {
    for (size_t i = 0; i < SETTING_COUNT; i++)
        if (settings[i].flag != NULL && strlen(settings[i].flag) == size &&
            memcmp(settings[i].flag, flag, size) == 0)
            return &settings[i];
    return NULL;
}

static bool read_flag(struct config *config, int *at, int argc, char **argv, char *error,
                      size_t error_size) {
    const char *arg = argv[*at];
    size_t size = strncmp(arg, "--", 2) == 0 ? strcspn(arg + 2, "=") : 0;
    const struct setting *setting = size == 0 ? NULL : find_setting(arg + 2, size);
    const char *value;

    if (setting == NULL) {
        snprintf(error, error_size, "\"%s\" is not known; `hexpost help` lists what is", arg);
        return false;
    }
    if (arg[2 + size] == '=') {
        value = arg + 2 + size + 1;
    } else if (*at + 1 < argc) {
        value = argv[++*at];
    } else {
        snprintf(error, error_size, "%s needs a value", arg);
        return false;
    }
    ++*at;
    return apply_setting(config, setting, arg, value, error, error_size);
}

void config_defaults(struct config *config) {
    char error[ERROR_SIZE];

    *config = (struct config){0};
    for (size_t i = 0; i < SETTING_COUNT; i++) {
        bool good = apply_setting(config, &settings[i], settings[i].variable, settings[i].initial,
                                  error, sizeof error);

        assert(good && "a default is refused");
        (void)good;
    }
}

bool config_read(struct config *config, int argc, char **argv, char *error, size_t error_size) {
    config_defaults(config);
    for (size_t i = 0; i < SETTING_COUNT; i++) {
        const char *value = getenv(settings[i].variable);

        if (value != NULL && *value != '\0' &&
            !apply_setting(config, &settings[i], settings[i].variable, value, error, error_size))
            return false;
    }
    for (int i = 0; i < argc;)
        if (!read_flag(config, &i, argc, argv, error, error_size))
            return false;
    if (safe_allowed_read(config->hook_allow, &(struct safe_allowed){0}))
        return true;
    snprintf(error, error_size, "--hook-allow must be a list like 10.0.0.0/8,::1, not \"%s\"",
             config->hook_allow);
    return false;
}

bool config_describe(size_t index, struct config_setting *setting) {
    if (index >= SETTING_COUNT)
        return false;
    *setting = (struct config_setting){settings[index].flag, settings[index].variable,
                                       settings[index].initial, settings[index].help};
    return true;
}

void config_server(const struct config *config, struct server_config *server) {
    *server = (struct server_config){
        .listen = config->listen,
        .threads = config->threads,
        .pool_threads = SERVER_POOL_THREADS,
        .max_connections = config->max_connections,
        .max_per_address = config->max_per_address,
        .max_waiting = config->max_waiting,
        .max_waiting_per_address = config->max_waiting_per_address,
        .max_waiting_per_token = config->max_waiting_per_token,
        .max_body = BODY_MAX,
        .idle_ms = config->idle_seconds * 1000,
        .body_ms = BODY_MS,
        .heartbeat_ms = config->heartbeat_seconds * 1000,
        .stop_ms = STOP_MS,
        .limit_local = config->limit_local,
        .trust_proxy = config->trust_proxy,
        .access_log = config->access_log,
        .general = {config->rate_per_minute * 60, config->rate_burst},
        .accounts = {config->accounts_per_hour, config->accounts_per_hour},
    };
}
