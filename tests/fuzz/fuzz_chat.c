/* SPDX-License-Identifier: AGPL-3.0-or-later */
/*
 * Everything received from chat platforms, after the check of signatures: bodies of Discord, Slack, Telegram and
 * Matrix, and headers that claim to sign them. Input: a byte that chooses, and the body. Nothing is ever read past its
 * end, extracted values fit their buffers and are valid UTF-8, and an answer with the same words is a document that can
 * be read again.
 */
#include <string.h>

#include "service/base/json_read.h"
#include "service/base/text.h"
#include "service/chat/discord.h"
#include "service/chat/matrix.h"
#include "service/chat/slack.h"
#include "service/chat/telegram.h"
#include "service/chat/text.h"
#include "service/chat/verify.h"
#include "tests/fuzz/fuzz.h"

enum { INPUT_MAX = 1 << 16, KINDS = 7 };

static void check_text(const char *text, size_t size) {
    REQUIRE_HOLDS(memchr(text, '\0', size) != NULL, "an end");
    REQUIRE_HOLDS(text_is_utf8(text, strlen(text)), text);
}

static void check_in(const struct chat_in *in) {
    check_text(in->event, sizeof in->event);
    check_text(in->who, sizeof in->who);
    check_text(in->name, sizeof in->name);
    check_text(in->channel, sizeof in->channel);
    check_text(in->text, sizeof in->text);
    check_text(in->button, sizeof in->button);
}

/* An answer with the received words, in a platform's format. */
static void check_answer(unsigned kind, const struct chat_in *in) {
    struct chat_response response = {.ok = true, .n_buttons = 1};
    struct telegram_place place = telegram_place(in->channel);
    struct read_failure failure;
    struct buffer out;
    struct writer w;
    json_t *json;

    buffer_init(&response.text, CHAT_RESPONSE_MAX);
    buffer_text(&response.text, in->text);
    snprintf(response.buttons[0].id, sizeof response.buttons[0].id, "b");
    snprintf(response.buttons[0].label, sizeof response.buttons[0].label, "%.10s", "a label");
    buffer_init(&out, CHAT_BODY_MAX);
    w = writer_to(&out);
    switch (kind) {
    case 0: discord_write_message(&w, &response, in->alone); break;
    case 1: slack_write_message(&w, &response, in->alone, ""); break;
    case 2: telegram_write_message(&w, &place, &response.text, &response); break;
    default: matrix_write_message(&w, &response, in->alone); break;
    }
    REQUIRE_HOLDS(!out.failed, "room for every answer");
    json = read_json(out.data, out.size, &failure);
    REQUIRE_HOLDS(json != NULL, failure.detail);
    json_decref(json);
    buffer_free(&out);
    buffer_free(&response.text);
}

static void take_json(unsigned kind, const json_t *json) {
    static struct discord_in discord;
    static struct telegram_in telegram;
    static struct matrix_in matrix;

    switch (kind) {
    case 0:
        if (discord_read(json, &discord)) {
            check_in(&discord.in);
            check_text(discord.token, sizeof discord.token);
            check_answer(kind, &discord.in);
        }
        break;
    case 2:
        if (telegram_read(json, "hexpost_bot", &telegram)) {
            check_in(&telegram.in);
            check_text(telegram.callback, sizeof telegram.callback);
            check_answer(kind, &telegram.in);
        }
        break;
    default:
        matrix_read(json, "!room:example.org", "@hexpost:example.org", &matrix);
        check_in(&matrix.in);
        check_answer(kind, &matrix.in);
        break;
    }
}

static void take_slack(const char *body, size_t size) {
    static struct slack_in slack;

    if (slack_read(body, size, &slack)) {
        check_in(&slack.in);
        check_text(slack.response_url, sizeof slack.response_url);
        check_answer(1, &slack.in);
    }
}

/* A text in every markup, truncated somewhere. */
static void take_text(const char *body, size_t size) {
    if (size < 1 || !text_is_utf8(body, size))
        return;
    for (unsigned markup = CHAT_PLAIN; markup <= CHAT_ROCKETCHAT; markup++) {
        size_t max = (unsigned char)body[0];
        struct buffer out;

        buffer_init(&out, INPUT_MAX * 8);
        chat_write(&out, (enum chat_markup)markup, body, size, max);
        REQUIRE_HOLDS(text_is_utf8(out.size == 0 ? "" : out.data, out.size), "whole characters");
        if (markup != CHAT_HTML)
            REQUIRE_HOLDS(chat_fit(out.size == 0 ? "" : out.data, out.size, max) == out.size,
                          "no more than asked for");
        buffer_free(&out);
    }
}

/* Headers with invalid signatures: "SIGNATURE\nTIMESTAMP\nBODY". */
static void take_headers(char *body, size_t size) {
    static const uint8_t key[CHAT_DISCORD_KEY_SIZE] = {1};
    char *timestamp, *rest;

    body[size] = '\0';
    timestamp = strchr(body, '\n');
    if (timestamp == NULL)
        return;
    *timestamp++ = '\0';
    rest = strchr(timestamp, '\n');
    if (rest == NULL)
        return;
    *rest++ = '\0';
    REQUIRE_HOLDS(!chat_verify_discord(key, body, timestamp, rest, strlen(rest), 1000), "a guess");
    REQUIRE_HOLDS(!chat_verify_slack("secret", body, timestamp, rest, strlen(rest), 1000),
                  "a guess");
    REQUIRE_HOLDS(!chat_verify_secret("a secret of nobody's", rest), "a guess");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char body[INPUT_MAX + 1];
    struct read_failure failure;
    unsigned kind;
    json_t *json;

    if (size < 1 || size > INPUT_MAX)
        return 0;
    kind = data[0] % KINDS;
    memcpy(body, data + 1, size - 1);
    size--;
    if (kind == 1) {
        take_slack(body, size);
    } else if (kind == 4) {
        take_text(body, size);
    } else if (kind == 5) {
        take_headers(body, size);
    } else {
        json = read_json(body, size, &failure);
        if (json != NULL)
            take_json(kind, json);
        json_decref(json);
    }
    return 0;
}
