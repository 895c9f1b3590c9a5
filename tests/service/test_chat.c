/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Parts of the chats: signatures, texts in the platforms' markups, and parsing of bodies. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "service/base/json_read.h"
#include "service/chat/button.h"
#include "service/chat/chat_int.h"
#include "service/chat/discord.h"
#include "service/chat/hosted.h"
#include "service/chat/matrix.h"
#include "service/chat/telegram.h"
#include "service/chat/text.h"
#include "service/chat/verify.h"
#include "tests/support/check_main.h"

/* ---- signatures ---- */

/* The example in Slack's documentation. */
START_TEST(slack_signs_as_documented) {
    static const char secret[] = "8f742231b10e8888abcd99yyyzzz85a5";
    static const char body[] =
        "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id="
        "G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-"
        "collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%"
        "2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121."
        "803a0bc887a14d10d2c447fce8b6703c";
    static const char signature[] =
        "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503";
    const int64_t at = INT64_C(1531420618) * 1000;

    ck_assert(chat_verify_slack(secret, signature, "1531420618", body, strlen(body), at));
    ck_assert(chat_verify_slack(secret, signature, "1531420618", body, strlen(body),
                                at + CHAT_SLACK_FRESH_S * 1000));
    ck_assert(!chat_verify_slack(secret, signature, "1531420618", body, strlen(body),
                                 at + CHAT_SLACK_FRESH_S * 1000 + 1000));
    ck_assert(!chat_verify_slack(secret, signature, "1531420619", body, strlen(body), at));
    ck_assert(!chat_verify_slack(secret, signature, "1531420618", body, strlen(body) - 1, at));
    ck_assert(!chat_verify_slack("", signature, "1531420618", body, strlen(body), at));
    ck_assert(!chat_verify_slack(secret, NULL, "1531420618", body, strlen(body), at));
    ck_assert(!chat_verify_slack(secret, signature, NULL, body, strlen(body), at));
}
END_TEST

START_TEST(every_bit_of_a_discord_signature_counts) {
    unsigned char key[crypto_sign_PUBLICKEYBYTES], secret[crypto_sign_SECRETKEYBYTES];
    unsigned char signature[crypto_sign_BYTES];
    char hex[sizeof signature * 2 + 1], text[] = "1700000000{\"type\":1}";
    const char *body = text + 10;
    const int64_t at = INT64_C(1700000000) * 1000;

    crypto_sign_keypair(key, secret);
    crypto_sign_detached(signature, NULL, (unsigned char *)text, strlen(text), secret);
    for (unsigned bit = 0; bit <= sizeof signature * 8; bit++) {
        unsigned char changed[sizeof signature];
        bool whole = bit == sizeof signature * 8;

        memcpy(changed, signature, sizeof changed);
        if (!whole)
            changed[bit / 8] ^= (unsigned char)(1u << bit % 8);
        sodium_bin2hex(hex, sizeof hex, changed, sizeof changed);
        ck_assert_int_eq(chat_verify_discord(key, hex, "1700000000", body, strlen(body), at),
                         whole);
    }
    ck_assert(!chat_verify_discord(key, hex, "1700000000", body, strlen(body),
                                   at + (CHAT_DISCORD_FRESH_S + 1) * INT64_C(1000)));
    ck_assert(!chat_verify_discord(key, hex, "", body, strlen(body), at));
}
END_TEST

START_TEST(a_secret_is_right_or_not) {
    ck_assert(chat_verify_secret("abc", "abc"));
    ck_assert(!chat_verify_secret("abc", "abd"));
    ck_assert(!chat_verify_secret("abc", "abcd"));
    ck_assert(!chat_verify_secret("abc", NULL));
    ck_assert(!chat_verify_secret("", ""));
}
END_TEST

START_TEST(codes_are_read_as_people_type_them) {
    static const char *const alike[] = {"ABCDE-FGH23", "abcdefgh23", "AbCdE FGH23",
                                        "abc-de-fgh-23"};
    uint8_t one[STORE_HASH_SIZE], other[STORE_HASH_SIZE];
    char code[CHAT_CODE_SIZE];

    chat_code_hash(alike[0], one);
    for (size_t i = 1; i < sizeof alike / sizeof *alike; i++) {
        chat_code_hash(alike[i], other);
        ck_assert_mem_eq(one, other, sizeof one);
    }
    chat_code_hash("ABCDE-FGH24", other);
    ck_assert_mem_ne(one, other, sizeof one);
    chat_code_new(code, one);
    chat_code_hash(code, other);
    ck_assert_mem_eq(one, other, sizeof one);
    ck_assert_uint_eq(strlen(code), CHAT_CODE_SIZE - 1);
}
END_TEST

/* ---- texts ---- */

static const struct {
    enum chat_markup markup;
    size_t max;
    const char *text, *written;
} written[] = {
    {CHAT_PLAIN, 10, "<b> & *x*", "<b> & *x*"},
    {CHAT_SLACK, 99, "<@U1> & \"x\"", "&lt;@\xe2\x80\x8bU1&gt; &amp; \"x\""},
    {CHAT_HTML, 99, "<b> & \"x\"", "&lt;b&gt; &amp; &quot;x&quot;"},
    /* A message or a name mentions nobody. */
    {CHAT_SLACK, 99, "@zoe", "@\xe2\x80\x8bzoe"},
    {CHAT_HTML, 99, "@zoe", "@\xe2\x80\x8bzoe"},
    {CHAT_HTML, 4, "@@@", "@\xe2\x80\x8b\xe2\x80\xa6"},
    {CHAT_HTML_BR, 99, "a\n<b>", "a<br>&lt;b&gt;"},
    {CHAT_MARKDOWN, 99, "*a* [x](y) @all",
     "\\*a\\* \\[x\\](y) @\xe2\x80\x8b"
     "all"},
    {CHAT_ZULIP, 99, "@**a**",
     "@\xe2\x80\x8b*\xe2\x80\x8b*\xe2\x80\x8b"
     "a*\xe2\x80\x8b*\xe2\x80\x8b"},
    {CHAT_ZULIP, 3, "***", "*\xe2\x80\x8b\xe2\x80\xa6"},
    {CHAT_ROCKETCHAT, 99, "_a_ [b] @here", "\\_a\\_ [b] @\xe2\x80\x8bhere"},
    {CHAT_DISCORD, 99, "*a* @everyone `x`", "\\*a\\* @everyone \\`x\\`"},
    {CHAT_PLAIN, 4, "abcd", "abcd"},
    {CHAT_PLAIN, 4, "abcde", "abc\xe2\x80\xa6"},
    {CHAT_PLAIN, 3, "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9", "\xc3\xa9\xc3\xa9\xe2\x80\xa6"},
    /* A character that counts as two does not fit if one is left. */
    {CHAT_PLAIN, 2, "\xf0\x9f\x98\x80", "\xf0\x9f\x98\x80"},
    {CHAT_PLAIN, 2, "\xf0\x9f\x98\x80x", "\xe2\x80\xa6"},
    /* What the platform removes before it counts does not count. */
    {CHAT_HTML, 3, "<<<", "&lt;&lt;&lt;"},
    {CHAT_SLACK, 5, "<<<", "&lt;\xe2\x80\xa6"},
    {CHAT_PLAIN, 0, "abc", ""},
};

START_TEST(texts_are_escaped_and_cut_off) {
    struct buffer out;

    buffer_init(&out, 1024);
    chat_write(&out, written[_i].markup, written[_i].text, strlen(written[_i].text),
               written[_i].max);
    ck_assert_uint_eq(out.size, strlen(written[_i].written));
    ck_assert_mem_eq(out.data == NULL ? "" : out.data, written[_i].written, out.size);
    buffer_free(&out);
}
END_TEST

/* ---- bodies ---- */

static json_t *json_of(const char *text) {
    struct read_failure failure;
    json_t *json = read_json(text, strlen(text), &failure);

    ck_assert_msg(json != NULL, "%s", failure.detail);
    return json;
}

static const struct {
    const char *body;
    bool ours;
    const char *text, *channel;
} updates[] = {
    {"{\"update_id\":1,\"message\":{\"from\":{\"id\":7},\"chat\":{\"id\":7,\"type\":\"private\"},"
     "\"text\":\"roll\"}}",
     true, "roll", "7"},
    {"{\"update_id\":1,\"message\":{\"from\":{\"id\":7},\"chat\":{\"id\":-5,\"type\":\"group\"},"
     "\"text\":\"roll\"}}",
     false, "roll", "-5"},
    {"{\"update_id\":1,\"message\":{\"from\":{\"id\":7},\"chat\":{\"id\":-5,\"type\":\"group\"},"
     "\"text\":\"/roll@hexpost_bot\"}}",
     true, "/roll", "-5"},
    {"{\"update_id\":1,\"message\":{\"from\":{\"id\":7},\"chat\":{\"id\":-5,\"type\":\"group\"},"
     "\"text\":\"/roll@other_bot\"}}",
     false, NULL, "-5"},
    {"{\"update_id\":1,\"message\":{\"from\":{\"id\":7},\"chat\":{\"id\":-5,\"type\":\"group\"},"
     "\"is_topic_message\":true,\"message_thread_id\":3,\"text\":\"/hexpost settle 14\"}}",
     true, " settle 14", "-5/3"},
    {"{\"update_id\":1,\"message\":{\"from\":{\"id\":7,\"is_bot\":true},\"chat\":{\"id\":7,"
     "\"type\":\"private\"},\"text\":\"roll\"}}",
     false, "", "7"},
    {"{\"update_id\":1,\"message\":{\"from\":{\"id\":777000},\"sender_chat\":{\"id\":-9},\"chat\":{"
     "\"id\":-5,\"type\":\"supergroup\"},\"text\":\"/roll\"}}",
     false, "", "-5"},
    {"{\"update_id\":1,\"my_chat_member\":{}}", false, "", ""},
};

START_TEST(updates_are_read) {
    json_t *json = json_of(updates[_i].body);
    struct telegram_in in;

    ck_assert(telegram_read(json, "hexpost_bot", &in));
    ck_assert_int_eq(in.ours, updates[_i].ours);
    ck_assert_str_eq(in.in.channel, updates[_i].channel);
    if (updates[_i].text != NULL)
        ck_assert_str_eq(in.in.text, updates[_i].text);
    json_decref(json);
}
END_TEST

/* Who else can read it: only Discord says when a person is alone with the bot. */
static const struct {
    const char *where;
    bool alone;
} places[] = {
    {"\"context\":1,\"user\":{\"id\":\"1\"}", true},
    {"\"context\":2,\"user\":{\"id\":\"1\"}", false}, /* a group of people */
    {"\"context\":0,\"guild_id\":\"5\",\"member\":{\"user\":{\"id\":\"1\"}}", false},
    {"\"context\":1,\"guild_id\":\"5\",\"user\":{\"id\":\"1\"}", false},
    {"\"channel\":{\"type\":1},\"user\":{\"id\":\"1\"}", false},
    {"\"channel\":{\"type\":3},\"user\":{\"id\":\"1\"}", false},
    {"\"user\":{\"id\":\"1\"}", false},
};

START_TEST(only_a_direct_message_is_alone) {
    char body[512];
    struct discord_in in;
    json_t *json;

    snprintf(body, sizeof body,
             "{\"type\":2,\"id\":\"9\",\"token\":\"t\",\"channel_id\":\"3\",\"data\":{\"name\":"
             "\"move\",\"options\":[{\"name\":\"text\",\"value\":\"roll\"}]},%s}",
             places[_i].where);
    json = json_of(body);
    ck_assert(discord_read(json, &in));
    ck_assert_str_eq(in.in.text, "roll");
    ck_assert_int_eq(in.in.alone, places[_i].alone);
    json_decref(json);
}
END_TEST

/* What a button sends back, and whether it holds its words. */
static const struct {
    uint32_t seq;
    const char *game, *command, *id;
} pressed[] = {
    {118, "7kq2mZ3nP1xAb0cD", "settle 14", "118 7kq2mZ3nP1xAb0cD settle 14"},
    {0, "g", "roll", "0 g roll"},
    {1048575, "7kq2mZ3nP1xAb0cD", "offer 2 wool + 1 ore for 1 grain to re",
     "1048575 7kq2mZ3nP1xAb0cD offer 2 wool + 1 ore for 1 grain to re"},
    {1048575, "7kq2mZ3nP1xAb0cD", "offer 2 wool + 1 ore for 1 grain to white", NULL},
    {5, "", "games", NULL},
};

START_TEST(buttons_hold_their_words) {
    const struct button_words words = {
        .seq = pressed[_i].seq, .game = pressed[_i].game, .command = pressed[_i].command};
    struct button_words read;
    char id[CHAT_BUTTON_SIZE];

    ck_assert_int_eq(button_write(id, &words), pressed[_i].id != NULL);
    if (pressed[_i].id == NULL)
        return;
    ck_assert_str_eq(id, pressed[_i].id);
    ck_assert_uint_le(strlen(id), 64);
    ck_assert(button_has_words(id) && button_read(id, &read));
    ck_assert_uint_eq(read.seq, words.seq);
    ck_assert_str_eq(read.game, words.game);
    ck_assert_str_eq(read.command, words.command);
}
END_TEST

START_TEST(other_buttons_are_stored_ones) {
    static const char *const ids[] = {
        "7kq2mZ3nP1xAb0cD", "",       "x 7kq2 roll",
        "-1 7kq2 roll",     "1 7kq2", "1 012345678901234567890123456789012 roll"};
    struct button_words words;

    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        ck_assert_msg(!button_read(ids[i], &words), "%s", ids[i]);
}
END_TEST

/* What platforms that people host bring in. */
static const struct {
    enum store_chat_platform platform;
    const char *body;
    const char *token, *who, *text, *button;
    bool ours, alone;
} hosted[] = {
    {STORE_MATTERMOST,
     "token=t&user_id=u1&user_name=ada&channel_id=c1&trigger_id=x&text=settle+14&response_url=y",
     "t", "u1", "settle 14", "", true, false},
    {STORE_MATTERMOST, "token=t&user_id=u1&user_name=ada&channel_id=c1&text=", "t", "u1", "help",
     "", true, false},
    {STORE_MATTERMOST,
     "{\"user_id\":\"u1\",\"user_name\":\"ada\",\"channel_id\":\"c1\",\"trigger_id\":\"x\","
     "\"context\":{\"token\":\"t\",\"button\":\"5 g roll\"}}",
     "t", "u1", "", "5 g roll", true, false},
    {STORE_ZULIP,
     "{\"token\":\"t\",\"bot_full_name\":\"Hexpost\",\"data\":\"@**Hexpost|25** roll\",\"message\":"
     "{\"id\":9,\"sender_id\":5,\"sender_full_name\":\"Ada "
     "L\",\"type\":\"stream\",\"recipient_id\":20,"
     "\"display_recipient\":\"Verona\"}}",
     "t", "5", "roll", "", true, false},
    {STORE_ZULIP,
     "{\"token\":\"t\",\"bot_full_name\":\"Hexpost\",\"data\":\"hand\",\"message\":{\"id\":9,"
     "\"sender_id\":5,\"sender_full_name\":\"Ada\",\"type\":\"private\",\"recipient_id\":21,"
     "\"display_recipient\":[{\"id\":5},{\"id\":25}]}}",
     "t", "5", "hand", "", true, true},
    {STORE_ZULIP,
     "{\"token\":\"t\",\"bot_full_name\":\"Hexpost\",\"data\":\"hand\",\"message\":{\"id\":9,"
     "\"sender_id\":5,\"sender_full_name\":\"Ada\",\"type\":\"private\",\"recipient_id\":21,"
     "\"display_recipient\":[{\"id\":5},{\"id\":6},{\"id\":25}]}}",
     "t", "5", "hand", "", true, false},
    {STORE_ROCKETCHAT,
     "{\"token\":\"t\",\"bot\":false,\"channel_id\":\"G\",\"message_id\":\"m\",\"user_id\":\"u\","
     "\"user_name\":\"ada\",\"text\":\"!hex roll\",\"trigger_word\":\"!hex\"}",
     "t", "u", "roll", "", true, false},
    {STORE_ROCKETCHAT,
     "{\"token\":\"t\",\"bot\":{\"i\":\"x\"},\"channel_id\":\"G\",\"user_id\":\"u\",\"text\":"
     "\"roll\"}",
     "t", "u", "roll", "", false, false},
};

START_TEST(hosted_platforms_are_read) {
    json_t *body = hosted_body(hosted[_i].body, strlen(hosted[_i].body));
    struct hosted_in in;

    ck_assert_ptr_nonnull(body);
    ck_assert_str_eq(hosted_given(hosted[_i].platform, body), hosted[_i].token);
    ck_assert(hosted_read(hosted[_i].platform, body, &in));
    ck_assert_str_eq(in.in.who, hosted[_i].who);
    ck_assert_str_eq(in.in.text, hosted[_i].text);
    ck_assert_str_eq(in.in.button, hosted[_i].button);
    ck_assert_int_eq(in.ours, hosted[_i].ours);
    ck_assert_int_eq(in.in.alone, hosted[_i].alone);
    json_decref(body);
}
END_TEST

START_TEST(rooms_are_parts_of_addresses) {
    char url[MATRIX_URL_SIZE];

    ck_assert(matrix_url(url, "https://m.example.org", "/rooms/%s/send/%s", "!a:b/../c", "1"));
    ck_assert_str_eq(url, "https://m.example.org/rooms/%21a%3Ab%2F..%2Fc/send/1");
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "chat",
        (const struct test_case[]){
            {.name = "slack", slack_signs_as_documented},
            {.name = "discord", every_bit_of_a_discord_signature_counts},
            {.name = "secret", a_secret_is_right_or_not},
            {.name = "codes", codes_are_read_as_people_type_them},
            {.name = "texts",
             texts_are_escaped_and_cut_off,
             .loops = sizeof written / sizeof *written},
            {.name = "updates", updates_are_read, .loops = sizeof updates / sizeof *updates},
            {.name = "alone",
             only_a_direct_message_is_alone,
             .loops = sizeof places / sizeof *places},
            {.name = "rooms", rooms_are_parts_of_addresses},
            {.name = "buttons",
             buttons_hold_their_words,
             .loops = sizeof pressed / sizeof *pressed},
            {.name = "stored", other_buttons_are_stored_ones},
            {.name = "hosted", hosted_platforms_are_read, .loops = sizeof hosted / sizeof *hosted},
            {0},
        });
}
TEST_MAIN(suite)
