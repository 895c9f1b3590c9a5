/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/chat/platform.h"

#include <string.h>

#include "service/chat/chat.h"

/* ---- settings ---- */

static bool discord_listens(const struct config *config) {
    return config->discord_public_key[0] != '\0';
}

static bool discord_writes(const struct config *config) {
    return config->discord_token[0] != '\0';
}

static bool slack_listens(const struct config *config) {
    return config->slack_secret[0] != '\0';
}

static bool slack_writes(const struct config *config) {
    return config->slack_token[0] != '\0';
}

static bool has_telegram(const struct config *config) {
    return config->telegram_token[0] != '\0';
}

static bool has_matrix(const struct config *config) {
    return config->matrix_server[0] != '\0' && config->matrix_token[0] != '\0';
}

/* Their requests are answered at once, so no thread of ours serves them; their channels follow games by webhooks and
 * bots that come with the follow. */
static bool chat_never(const struct config *config) {
    (void)config;
    return false;
}

/* ---- calling people ---- */

static void call_discord(struct buffer *out, const struct store_chat_link *person) {
    buffer_format(out, "<@%s>", person->who);
}

/* Who somebody is on Slack is TEAM/USER. */
static void call_slack(struct buffer *out, const struct store_chat_link *person) {
    const char *user = strrchr(person->who, '/');

    buffer_format(out, "<@%s>", user == NULL ? person->who : user + 1);
}

static void write_called_name(struct buffer *out, enum chat_markup markup,
                              const struct store_chat_link *person) {
    const char *name = person->name[0] == '\0' ? person->who : person->name;

    chat_write(out, markup, name, strlen(name), STORE_CHAT_NAME_SIZE);
}

static void call_telegram(struct buffer *out, const struct store_chat_link *person) {
    buffer_format(out, "<a href=\"tg://user?id=%s\">", person->who);
    write_called_name(out, CHAT_HTML, person);
    buffer_text(out, "</a>");
}

static void call_matrix(struct buffer *out, const struct store_chat_link *person) {
    buffer_text(out, "<a href=\"https://matrix.to/#/");
    chat_write(out, CHAT_HTML_BR, person->who, strlen(person->who), STORE_CHAT_WHO_SIZE);
    buffer_text(out, "\">");
    chat_write(out, CHAT_HTML_BR, person->who, strlen(person->who), STORE_CHAT_WHO_SIZE);
    buffer_text(out, "</a>");
}

/* User names there have no character that is markup, but "_". */
static void call_by_user_name(struct buffer *out, const struct store_chat_link *person) {
    if (person->name[strspn(person->name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                          "0123456789._-")] == '\0')
        buffer_format(out, "@%s", person->name);
}

static void call_zulip(struct buffer *out, const struct store_chat_link *person) {
    if (strpbrk(person->name, "*|") == NULL)
        buffer_format(out, "@**%s|%s**", person->name, person->who);
}

/* ---- the table ---- */

static const struct chat_platform platforms[STORE_CHAT_PLATFORMS] = {
    [STORE_DISCORD] = {"discord", CHAT_DISCORD, discord_listens, discord_writes, call_discord},
    [STORE_SLACK] = {"slack", CHAT_SLACK, slack_listens, slack_writes, call_slack},
    [STORE_TELEGRAM] = {"telegram", CHAT_HTML, has_telegram, has_telegram, call_telegram},
    [STORE_MATRIX] = {"matrix", CHAT_HTML_BR, has_matrix, has_matrix, call_matrix},
    [STORE_MATTERMOST] = {"mattermost", CHAT_MARKDOWN, chat_never, chat_never, call_by_user_name},
    [STORE_ZULIP] = {"zulip", CHAT_ZULIP, chat_never, chat_never, call_zulip},
    [STORE_ROCKETCHAT] = {"rocketchat", CHAT_ROCKETCHAT, chat_never, chat_never, call_by_user_name},
};

const struct chat_platform *chat_platform(enum store_chat_platform platform) {
    return &platforms[platform];
}

enum store_chat_platform chat_kind_platform(enum store_subscription_kind kind) {
    switch (kind) {
    case STORE_SUBSCRIPTION_DISCORD_HOOK: return STORE_DISCORD;
    case STORE_SUBSCRIPTION_SLACK_HOOK: return STORE_SLACK;
    case STORE_SUBSCRIPTION_MATTERMOST_HOOK: return STORE_MATTERMOST;
    case STORE_SUBSCRIPTION_ROCKETCHAT_HOOK: return STORE_ROCKETCHAT;
    default: return (enum store_chat_platform)(kind - STORE_SUBSCRIPTION_DISCORD);
    }
}
