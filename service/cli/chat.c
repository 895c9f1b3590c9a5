/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <curl/curl.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "service/app/app.h"
#include "service/app/config.h"
#include "service/chat/discord.h"
#include "service/chat/work.h"
#include "service/cli/cli.h"

/* `hexpost chat-setup`: registers us with the platforms that are set up, and tells the operator what to
 * enter there by hand. */

enum { URL_SIZE = 1024, SAID_MAX = 300 /* of a platform's complaint */ };

/* Sends a request and prints the result; false when the platform did not accept it. Frees BODY, the
 * request's. */
static bool send_and_report(struct chat_line *line, const char *what, struct buffer *body,
                            const struct http_request *request) {
    int status = line == NULL || body->failed ? 0 : chat_send(line, request);

    buffer_free(body);

    if (status == 200) {
        printf("%s: done\n", what);
    } else if (status == 0) {
        printf("%s: no answer\n", what);
    } else {
        const struct buffer *reply = chat_reply(line);

        printf("%s: refused with %d: %.*s\n", what, status,
               (int)(reply->size < SAID_MAX ? reply->size : SAID_MAX),
               reply->size == 0 ? "" : reply->data);
    }
    return status == 200;
}

static bool set_up_discord(struct app *app, const struct config *config) {
    char url[URL_SIZE];
    struct buffer body;
    struct writer w = writer_begin(&body, CHAT_BODY_MAX);
    bool ok;

    discord_write_commands(&w);
    snprintf(url, sizeof url, "%s/applications/%s/commands", config->discord_api,
             config->discord_app);
    ok = send_and_report(chats_line(app->chats, STORE_DISCORD), "Discord, the commands", &body,
                         &(struct http_request){.method = "PUT",
                                                .url = url,
                                                .scheme = "Bot",
                                                .token = config->discord_token,
                                                .body = &body});
    printf("Discord: enter %s/chat/discord as the Interactions Endpoint URL of the application\n",
           config->public_url);
    return ok;
}

static void write_webhook(struct writer *w, const struct config *config) {
    char address[URL_SIZE];

    snprintf(address, sizeof address, "%s/chat/telegram", config->public_url);
    writer_object(w);
    writer_text_member(w, "url", address);
    writer_text_member(w, "secret_token", config->telegram_secret);
    writer_key(w, "allowed_updates");
    writer_json(w, "[\"message\",\"callback_query\"]", strlen("[\"message\",\"callback_query\"]"));
    writer_int_member(w, "max_connections", 10);
    writer_object_end(w);
}

/* Registers the menu of commands. */
static bool list_commands(struct app *app, const struct config *config) {
    const struct command_word *word;
    char url[URL_SIZE];
    struct buffer body;
    struct writer w = writer_begin(&body, CHAT_BODY_MAX);

    writer_object(&w);
    writer_key(&w, "commands");
    writer_array(&w);
    for (size_t i = 0; (word = chat_word_at(i)) != NULL; i++) {
        char name[64];

        writer_object(&w);
        writer_text_member(&w, "command",
                           text_first(LANGUAGE_ENGLISH, word->name, name, sizeof name));
        writer_text_member(&w, "description", text_in(LANGUAGE_ENGLISH, word->help));
        writer_object_end(&w);
    }
    writer_array_end(&w);
    writer_object_end(&w);
    snprintf(url, sizeof url, "%s/bot%s/setMyCommands", config->telegram_api,
             config->telegram_token);
    return send_and_report(chats_line(app->chats, STORE_TELEGRAM), "Telegram, the commands", &body,
                           &(struct http_request){.method = "POST", .url = url, .body = &body});
}

static bool set_up_telegram(struct app *app, const struct config *config) {
    bool hook = !config->telegram_poll;
    char url[URL_SIZE];
    struct buffer body;
    struct writer w = writer_begin(&body, CHAT_BODY_MAX);

    if (hook)
        write_webhook(&w, config);
    else
        buffer_text(&body, "{}");
    snprintf(url, sizeof url, "%s/bot%s/%s", config->telegram_api, config->telegram_token,
             hook ? "setWebhook" : "deleteWebhook");
    return send_and_report(chats_line(app->chats, STORE_TELEGRAM), "Telegram, the webhook", &body,
                           &(struct http_request){.method = "POST", .url = url, .body = &body});
}

static void say_slack(const struct config *config) {
    printf("Slack: enter %s/chat/slack as the request URL of the slash command /hexpost and of "
           "interactivity\n",
           config->public_url);
}

/* Prints what a homeserver needs to know about an application service. */
static void say_matrix(const struct config *config) {
    const char *name = config->matrix_user + (config->matrix_user[0] == '@' ? 1 : 0);

    printf("Matrix: give the homeserver this registration, with the two tokens in their places:\n"
           "  id: hexpost\n"
           "  url: %s\n"
           "  as_token: HEXPOST_MATRIX_TOKEN\n"
           "  hs_token: HEXPOST_MATRIX_HS_TOKEN\n"
           "  sender_localpart: %.*s\n"
           "  rate_limited: false\n"
           "  namespaces: {users: [], aliases: [], rooms: []}\n",
           config->public_url, (int)strcspn(name, ":"), name);
}

/* Platforms where an administrator enters everything by hand. */
static const struct {
    size_t token; /* in struct config: the token that this server expects */
    const char *name, *path, *what;
} by_hand[] = {
    {offsetof(struct config, mattermost_token), "Mattermost", "/chat/mattermost",
     "make a slash command with the trigger word hexpost, the method POST and this request URL"},
    {offsetof(struct config, zulip_token), "Zulip", "/chat/zulip",
     "add a bot of the type \"Outgoing webhook\", in the format \"Generic\", with this endpoint "
     "URL"},
    {offsetof(struct config, rocketchat_token), "Rocket.Chat", "/chat/rocketchat",
     "make an outgoing integration for \"Message Sent\" with the trigger word !hex and this URL"},
};
enum { BY_HAND = sizeof by_hand / sizeof *by_hand };

static bool is_set_by_hand(const struct config *config, size_t i) {
    return (*(const char *const *)((const char *)config + by_hand[i].token))[0] != '\0';
}

static bool has_any_by_hand(const struct config *config) {
    for (size_t i = 0; i < BY_HAND; i++)
        if (is_set_by_hand(config, i))
            return true;
    return false;
}

static void say_by_hand(const struct config *config) {
    for (size_t i = 0; i < BY_HAND; i++)
        if (is_set_by_hand(config, i))
            printf("%s: %s: %s%s\n", by_hand[i].name, by_hand[i].what, config->public_url,
                   by_hand[i].path);
}

static bool set_up(struct app *app, const struct config *config) {
    bool discord = config->discord_app[0] != '\0' && config->discord_token[0] != '\0';
    bool slack = config->slack_secret[0] != '\0';
    bool telegram = config->telegram_token[0] != '\0';
    bool matrix = config->matrix_hs_token[0] != '\0';
    bool hosted = has_any_by_hand(config);
    bool ok = true;

    if (!discord && !slack && !telegram && !matrix && !hosted) {
        fprintf(stderr, "hexpost: no chat platform is set up; `hexpost help` lists the settings\n");
        return false;
    }
    if (config->public_url[0] == '\0' &&
        (slack || matrix || hosted || (telegram && !config->telegram_poll))) {
        fprintf(stderr,
                "hexpost: --public-url is missing: the platforms need it to reach this server\n");
        return false;
    }
    if (discord)
        ok = set_up_discord(app, config) && ok;
    if (slack)
        say_slack(config);
    if (telegram)
        ok = set_up_telegram(app, config) && list_commands(app, config) && ok;
    if (matrix)
        say_matrix(config);
    say_by_hand(config);
    return ok;
}

int cli_chat_setup(int argc, char **argv) {
    struct config config;
    struct app app = {.config = &config};
    bool ok;

    if (!cli_config(&config, argc, argv))
        return 2;
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
        return 1;
    app.chats = chats_new(&app);
    ok = app.chats != NULL && set_up(&app, &config);
    chats_free(app.chats);
    curl_global_cleanup();
    return ok ? 0 : 1;
}
