/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Mail: addresses, links, writing and reading, and the settings. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "db/accounts.h"
#include "service/account/auth.h"
#include "service/api/sign_in.h"
#include "service/app/config.h"
#include "service/base/mail_address.h"
#include "service/base/text.h"
#include "service/mail/link.h"
#include "service/mail/mail.h"
#include "service/mail/message.h"
#include "service/mail/page.h"
#include "service/mail/receive.h"
#include "service/mail/take.h"
#include "service/mail/when.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

/* ---- addresses and links ---- */

START_TEST(addresses_are_judged) {
    static const char *const good[] = {"a@b", "ada@example.org", "a.b+c_d-e@x-y.example.org",
                                       "o'brien@example.org", "x@1host.example"};
    static const char *const bad[] = {"",
                                      "@",
                                      "a@",
                                      "@b",
                                      "a@b@c",
                                      "a b@c.org",
                                      "a@b..org",
                                      "a@.org",
                                      "a@org.",
                                      ".a@b.org",
                                      "a.@b.org",
                                      "a..b@c.org",
                                      "<a@b.org>",
                                      "a@b.org\r\nBcc: x@y.org",
                                      "a\n@b.org",
                                      "a@-b.org",
                                      "a@b-.org",
                                      "\"a\"@b.org",
                                      "a@[127.0.0.1]",
                                      "a@127.0.0.1",
                                      "ä@b.org",
                                      "a@bücher.de",
                                      "a,b@c.org",
                                      "a@b.org>",
                                      "a(b)@c.org",
                                      "a@b_c.org"};
    char long_local[80] = "";

    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        ck_assert_msg(mail_address_fault(good[i]) == NULL, "%s", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ck_assert_msg(mail_address_fault(bad[i]) != NULL, "%s", bad[i]);
    snprintf(long_local, sizeof long_local, "%065d@b.org", 0);
    ck_assert_ptr_nonnull(mail_address_fault(long_local));
    ck_assert_ptr_null(mail_address_fault(long_local + 1));
}
END_TEST

START_TEST(links_survive_a_change_of_case) {
    struct store_link link = {.purpose = LINK_SIGN_IN};
    char token[LINK_TOKEN_SIZE], upper[LINK_TOKEN_SIZE], address[64], found[LINK_TOKEN_SIZE];
    uint8_t hash[STORE_HASH_SIZE];

    link_draw(&link, 1000, token);
    ck_assert_int_eq(link.expires_at, 1000 + 30 * 60000);
    for (int i = 0; i < LINK_TOKEN_SIZE; i++)
        upper[i] = (char)(token[i] >= 'a' && token[i] <= 'z' ? token[i] - 32 : token[i]);
    ck_assert(link_hash(upper, hash));
    ck_assert_mem_eq(hash, link.hash, sizeof hash);
    ck_assert(!link_hash(token + 1, hash));
    ck_assert(!link_hash("aaaaaaaaaaaaaaaaaaaaaaaaa1", hash));
    snprintf(address, sizeof address, "R+%s@example.org", upper);
    ck_assert_int_eq(receive_token(address, "rub", found), 'r');
    ck_assert_str_eq(found, token);
    ck_assert_int_eq(receive_token(address, "ub", found), 0);
    ck_assert_int_eq(receive_token(address + 2, "rub", found), 0);
}
END_TEST

/* ---- replies ---- */

struct answer {
    const char *mail, *lines;
};
static const struct answer answers[] = {
    {"settle 14\nroad 14-22\n", "settle 14\nroad 14-22\n"},
    {"\r\n  roll \r\n\r\nend\r\n", "roll\nend\n"},
    {"roll\n\nOn Sat, 3 May 2031 at 10:00, Hexpost <games@x.org> wrote:\n> It is your turn\n> "
     "roll\n",
     "roll\n"},
    {"roll\n\nOn Sat, 3 May 2031 at 10:00, Hexpost\n<games@x.org> wrote:\n> It is your turn\n",
     "roll\n"},
    {"end\n\nAm 03.05.31 um 10:00 schrieb Hexpost:\n\n> Du bist dran\n", "end\n"},
    {"> It is your turn\n> You can roll\n\nroll\n-- \nAda\n", "roll\n"},
    {"On Sat, 3 May 2031, Hexpost wrote:\n> It is your turn\nroll\n", "roll\n"},
    {"roll\n-----Original Message-----\nFrom: x\nend\n", "roll\n"},
    {"roll\n________________________________\nFrom: Hexpost\nend\n", "roll\n"},
    {"roll\nFrom: Hexpost <games@x.org>\nSent: Saturday\nend\n", "roll\n"},
    {"roll\n\nSent from my telephone\n", "roll\n"},
    {"> only\n> quoted\n", ""},
    {"", ""},
};

START_TEST(only_what_is_new_is_read) {
    struct answer answer = answers[_i];
    struct buffer out;

    buffer_init(&out, RECEIVE_TEXT_MAX);
    receive_new_lines(&out, answer.mail, strlen(answer.mail));
    buffer_byte(&out, '\0');
    ck_assert_str_eq(out.data, answer.lines);
    buffer_free(&out);
}
END_TEST

static const struct answer pages[] = {
    {"<p>settle 14</p><p>road&nbsp;14-22</p>", "settle 14\nroad 14-22\n"},
    {"<html><head><title>x</title><style>p{}</style></head><body>roll<br>end</body>",
     "roll\nend\n"},
    {"<div>roll</div><div class=\"gmail_quote\">On … wrote:<blockquote>end</blockquote></div>",
     "roll\n"},
    {"<script>evil()</script>bank 4 &lt;wool&gt; &amp; &#65;&#x42;&bogus;<!-- no -->",
     "bank 4 <wool> & AB&bogus;\n"},
    {"<p>roll</p><blockquote>quoted</blockquote>", "roll\n"},
    {"roll<", "roll\n"},
    {"a&", "a&\n"},
    {"a&#", "a&#\n"},
};

/* The processor time to read LINES lines, each of which could begin "On … wrote:", in microseconds. */
static int64_t time_to_read(unsigned lines) {
    struct buffer text, out;
    struct timespec before, after;

    buffer_init(&text, RECEIVE_MAX);
    buffer_init(&out, RECEIVE_TEXT_MAX);
    for (unsigned i = 0; i < lines; i++)
        buffer_text(&text, "&<\n");
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &before);
    receive_new_lines(&out, text.data, text.size);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &after);
    buffer_free(&text);
    buffer_free(&out);
    return (after.tv_sec - before.tv_sec) * INT64_C(1000000) +
           (after.tv_nsec - before.tv_nsec) / 1000;
}

/* A mail with 200 of them used to take seconds. */
START_TEST(lines_like_the_beginning_of_a_quotation_cost_little) {
    int64_t few = time_to_read(20), many = time_to_read(200);

    ck_assert_msg(many < 4 * few, "%lld us, and for ten times as many lines %lld us",
                  (long long)few, (long long)many);
}
END_TEST

START_TEST(html_is_read_as_text) {
    struct answer page = pages[_i];
    struct buffer text, out;

    buffer_init(&text, RECEIVE_MAX);
    buffer_init(&out, RECEIVE_TEXT_MAX);
    receive_html_text(&text, page.mail, strlen(page.mail));
    receive_new_lines(&out, text.data, text.size);
    buffer_byte(&out, '\0');
    ck_assert_str_eq(out.data, page.lines);
    buffer_free(&out);
    buffer_free(&text);
}
END_TEST

#define TOKEN "abcdefghijklmnopqrstuvwx23"

struct incoming {
    const char *mail;
    enum received_kind kind;
    const char *text;
    bool permanent, address_fault;
};

#define DSN(action, status)                                                                        \
    "Return-Path: <>\nTo: b+" TOKEN "@x.org\nAuto-Submitted: auto-replied\n"                       \
    "Content-Type: multipart/report; report-type=delivery-status; boundary=B\n\n"                  \
    "--B\nContent-Type: text/plain\n\nSorry.\n--B\nContent-Type: message/delivery-status\n\n"      \
    "Reporting-MTA: dns; x.org\n\nFinal-Recipient: rfc822; ada@y.org\nAction: " action             \
    "\nStatus: " status "\nDiagnostic-Code: smtp; 550 no such user\n--B--\n"

static const struct incoming incomings[] = {
    {"To: R+" TOKEN "@x.org\nMessage-ID: <1@y>\n\nroll\n", RECEIVED_REPLY, "roll\n", false, false},
    {"From x Thu Jan  1\nDelivered-To: r+" TOKEN "@x.org\nTo: y@z\n\nend", RECEIVED_REPLY, "end\n",
     false, false},
    {"To: \"Hexpost\" <r+" TOKEN "@x.org>\nContent-Type: text/plain; charset=utf-16le\n"
     "Content-Transfer-Encoding: base64\n\ncgBvAGwAbAA=\n",
     RECEIVED_REPLY, "roll\n", false, false},
    {"To: r+" TOKEN "@x.org\nContent-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: "
     "text/plain\n\n\n--b\nContent-Type: text/html\n\n<b>roll</b>\n--b--\n",
     RECEIVED_REPLY, "roll\n", false, false},
    {"To: r+" TOKEN "@x.org\nAuto-Submitted: auto-replied\n\nI am away.\n", RECEIVED_NOTHING, "",
     false, false},
    {"To: r+" TOKEN "@x.org\nAuto-Submitted: no\n\nroll\n", RECEIVED_REPLY, "roll\n", false, false},
    {"To: r+" TOKEN "@x.org\nPrecedence: bulk\n\nroll\n", RECEIVED_NOTHING, "", false, false},
    {"Return-Path: <>\nTo: r+" TOKEN "@x.org\n\nroll\n", RECEIVED_NOTHING, "", false, false},
    {"To: ada@x.org\n\nroll\n", RECEIVED_NOTHING, "", false, false},
    {"To: r+short@x.org\n\nroll\n", RECEIVED_NOTHING, "", false, false},
    {"To: u+" TOKEN "@x.org\n\n", RECEIVED_UNSUBSCRIBE, "", false, false},
    {DSN("failed", "5.1.1"), RECEIVED_BOUNCE, "", true, true},
    {DSN("failed", "5.2.2"), RECEIVED_BOUNCE, "", true, false},
    {DSN("failed", "4.4.7"), RECEIVED_BOUNCE, "", false, false},
    {DSN("delayed", "4.4.1"), RECEIVED_BOUNCE, "", false, false},
    {"To: b+" TOKEN "@x.org\nContent-Type: multipart/mixed;boundary=\"b/x\"\n\n--b/x\n"
     "Content-Type: text/plain\n\nSorry.\n\nada@y.org: 550 5.1.1 no such user\n\n--b/x\n"
     "Content-Type: message/delivery-status\n\nReporting-MTA: dns; x.org\n\nFinal-Recipient: "
     "rfc822; "
     "ada@y.org\nAction: failed\nStatus: 5.0.0\n\n--b/x--\n",
     RECEIVED_BOUNCE, "", true, true},
    {DSN("delivered", "2.0.0"), RECEIVED_NOTHING, "", false, false},
    {DSN("relayed", "5.1.1"), RECEIVED_NOTHING, "", false, false},
    {"To: b+" TOKEN "@x.org\n\nno report\n", RECEIVED_NOTHING, "", false, false},
    {"", RECEIVED_NOTHING, "", false, false},
};

START_TEST(mail_that_comes_in_is_sorted) {
    struct incoming incoming = incomings[_i];
    struct received received;

    message_init();
    received_read(&received, incoming.mail, strlen(incoming.mail), NULL);
    ck_assert_msg(received.kind == incoming.kind, "kind %d: %s", (int)received.kind, received.why);
    ck_assert_uint_eq(received.text.size, strlen(incoming.text));
    ck_assert(memcmp(received.text.data == NULL ? "" : received.text.data, incoming.text,
                     received.text.size) == 0);
    ck_assert(received.permanent == incoming.permanent);
    ck_assert(received.address_fault == incoming.address_fault);
    if (incoming.kind == RECEIVED_BOUNCE)
        ck_assert_ptr_nonnull(strstr(received.detail, "no such user"));
    received_free(&received);
}
END_TEST

/* Headers by which a program shows that it wrote a mail, and similar ones in people's mails. */
static const struct header {
    const char *line;
    bool automatic;
} header_lines[] = {
    {"Auto-Submitted: auto-generated", true},
    {"Auto-Submitted: auto-replied; owner-email=\"a@y.org\"", true},
    {"Auto-Submitted: no", false},
    {"Precedence: auto_reply", true},
    {"Precedence: first-class", false},
    {"X-Precedence: bulk", true},
    {"Return-Path: <>", true},
    {"Return-Path: <ada@y.org>", false},
    {"X-Auto-Response-Suppress: All", true},
    {"X-Auto-Response-Suppress: DR, OOF,\n AutoReply", true},
    {"X-Auto-Response-Suppress: DR, RN, NRN", false},
    {"X-Auto-Response-Suppress: None", false},
    {"X-MS-Exchange-Inbox-Rules-Loop: ada@y.org", true},
    {"X-MS-Exchange-Generated-Message-Source: Mailbox Rules Agent", true},
    {"X-Autoreply: yes", true},
    {"X-Autoreply: no", false},
    {"X-AutoReply-From: ada@y.org", true},
    {"X-Autorespond: away", true},
    {"X-Autoresponder: 1.0", true},
    {"X-Auto-Reply: true", true},
    {"X-Loop: ada@y.org", true},
    {"X-FC-MachineGenerated: true", true},
    {"X-POST-MessageClass: 9; Autoresponder", true},
    {"X-Failed-Recipients: ada@y.org", true},
    {"List-Id: <all.y.org>", true},
    {"Feedback-ID: i1:Mail", false},
    {"X-Mailer: Thunderbird", false},
};

START_TEST(what_a_program_writes_is_known) {
    struct header header = header_lines[_i];
    struct received received;
    char mail[256];

    message_init();
    snprintf(mail, sizeof mail, "To: r+" TOKEN "@x.org\n%s\n\nroll\n", header.line);
    received_read(&received, mail, strlen(mail), NULL);
    ck_assert_msg((received.kind == RECEIVED_NOTHING) == header.automatic, "%s", header.line);
    received_free(&received);
}
END_TEST

/* A sender of mail must not be able to exhaust the server's stack. */
static const char *const befores[] = {
    "To: ",
    "From : ",
    "Subject: x\r\nreply-to:\r\n ",
    "Content-Type: message/rfc822\r\n\r\nCc: ",
    "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: message/rfc822\n\nBcc: ",
};

START_TEST(addresses_in_groups_without_end_are_passed_over) {
    enum { DEPTH = 300000 };
    const char *before = befores[_i];
    size_t size = strlen(before);
    char *mail = malloc(size + (size_t)2 * DEPTH);
    struct received received;

    ck_assert_ptr_nonnull(mail);
    memcpy(mail, before, size);
    for (size_t i = 0; i < DEPTH; i++)
        memcpy(mail + size + 2 * i, "a:", 2);
    message_init();
    received_read(&received, mail, size + (size_t)2 * DEPTH, "r+" TOKEN "@x.org");
    ck_assert_int_eq(received.kind, RECEIVED_NOTHING);
    received_free(&received);
    free(mail);
}
END_TEST

START_TEST(the_mail_server_says_for_whom_it_is) {
    static const char mail[] = "To: somebody@else.org\n\nroll\n";
    struct received received;

    message_init();
    received_read(&received, mail, sizeof mail - 1, "r+" TOKEN "@x.org");
    ck_assert_int_eq(received.kind, RECEIVED_REPLY);
    ck_assert_str_eq(received.token, TOKEN);
    received_free(&received);
    received_read(&received, mail, sizeof mail - 1, "other@x.org");
    ck_assert_int_eq(received.kind, RECEIVED_NOTHING);
    received_free(&received);
}
END_TEST

/* ---- writing ---- */

static struct buffer text;

static bool written(struct buffer *out, const char *subject, const char *to) {
    const struct message message = {.from = "games@example.org",
                                    .from_name = "Hexpost",
                                    .to = to,
                                    .subject = subject,
                                    .id = "msg_1",
                                    .host = "example.org",
                                    .thread = "game.1",
                                    .list = "game.1",
                                    .unsubscribe_url = "https://example.org/mail/" TOKEN TOKEN,
                                    .unsubscribe_to = "u+" TOKEN "@example.org",
                                    .reason = "your_turn",
                                    .at = 86400000,
                                    .text = &text};

    message_init();
    buffer_init(out, MESSAGE_MAX);
    return message_write(out, &message);
}

START_TEST(no_header_can_be_broken_out_of) {
    static const char *const evil[] = {"a\nBcc: x@y.org", "a\rb", "a\r\n\r\nbody", "a\x7f", "\xff"};
    struct buffer out;

    buffer_init(&text, 100);
    buffer_text(&text, "body");
    for (size_t i = 0; i < sizeof evil / sizeof *evil; i++) {
        ck_assert_msg(!written(&out, evil[i], "ada@example.org"), "subject %zu", i);
        buffer_free(&out);
        ck_assert_msg(!written(&out, "subject", evil[i]), "to %zu", i);
        buffer_free(&out);
    }
    ck_assert(written(&out, "Grüße", "ada@example.org"));
    buffer_byte(&out, '\0');
    ck_assert_ptr_nonnull(strstr(out.data,
                                 "\r\nList-Unsubscribe: <https://example.org/mail/" TOKEN TOKEN
                                 ">, <mailto:u+" TOKEN "@example.org>\r\n"
                                 "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"));
    ck_assert_ptr_nonnull(strstr(out.data, "\r\nReferences: <game.1@example.org>\r\n"));
    for (const char *at = out.data; (at = strchr(at, '\n')) != NULL; at++)
        ck_assert_int_eq(at[-1], '\r');
    buffer_free(&out);
    buffer_free(&text);
}
END_TEST

START_TEST(forms_are_read) {
    static const char form[] = "seq=12&do=offer+1+ore%20for%202+wool&x&bad=%zz&nul=%00&half=%c3";
    char value[64];

    ck_assert(text_form_field(form, sizeof form - 1, "do", value, sizeof value));
    ck_assert_str_eq(value, "offer 1 ore for 2 wool");
    ck_assert(text_form_field(form, sizeof form - 1, "seq", value, sizeof value));
    ck_assert_str_eq(value, "12");
    ck_assert(!text_form_field(form, sizeof form - 1, "o", value, sizeof value));
    ck_assert(!text_form_field(form, sizeof form - 1, "bad", value, sizeof value));
    ck_assert(!text_form_field(form, sizeof form - 1, "nul", value, sizeof value));
    ck_assert(!text_form_field(form, sizeof form - 1, "half", value, sizeof value));
    ck_assert(!text_form_field(form, sizeof form - 1, "do", value, 5));
    ck_assert(!text_form_field(NULL, 0, "do", value, sizeof value));
}
END_TEST

START_TEST(a_day_begins_where_somebody_lives) {
    /* 2031-03-30: Berlin's clocks go from 2:00 to 3:00 */
    const int64_t night = INT64_C(1932508800000); /* 2031-03-29 00:00 UTC */

    ck_assert_int_eq(mail_next_minute("", 8 * 60, night), night + 8 * 3600000);
    ck_assert_int_eq(mail_next_minute("Europe/Berlin", 8 * 60, night), night + 7 * 3600000);
    ck_assert_int_eq(mail_next_minute("Europe/Berlin", 8 * 60, night + 7 * 3600000 + 1),
                     night + 30 * 3600000); /* a day of 23 hours */
    ck_assert_int_eq(mail_next_minute("No/Where", 0, night), night);
    ck_assert_int_eq(mail_next_minute("Asia/Tokyo", 0, night), night + 15 * 3600000);
}
END_TEST

/* ---- settings ---- */

START_TEST(wrong_settings_are_named) {
    static const struct {
        const char *from, *smtp, *dir, *replies, *url, *says;
    } rows[] = {
        {"games", "smtp://x:25", "", "", "", "--mail-from"},
        {"games@x.org", "", "", "", "", "--smtp"},
        {"games@x.org", "http://x", "", "", "", "--smtp"},
        {"games@x.org", "smtp://a@x", "", "", "", "--smtp"},
        {"games@x.org", "", "nowhere", "", "", "--mail-dir"},
        {"games@x.org", "", ".", "no domain", "", "--mail-replies"},
        {"games@x.org", "", ".", "", "https://x/\"", "--public-url"},
    };
    struct config config;
    struct mail *mail;
    char error[256];

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ck_assert(config_read(&config, 0, NULL, error, sizeof error));
        config.mail_from = rows[i].from;
        config.smtp = rows[i].smtp;
        config.mail_dir = rows[i].dir;
        config.mail_replies = rows[i].replies;
        snprintf(config.public_url, sizeof config.public_url, "%s", rows[i].url);
        ck_assert(!mail_new(&mail, &config, error, sizeof error));
        ck_assert_msg(strstr(error, rows[i].says) != NULL, "%zu: %s", i, error);
    }
    ck_assert(config_read(&config, 0, NULL, error, sizeof error));
    ck_assert(mail_new(&mail, &config, error, sizeof error));
    ck_assert_ptr_null(mail);
    config.mail_from = "games@x.org";
    config.smtp = "smtps://[::1]:465";
    ck_assert(mail_new(&mail, &config, error, sizeof error));
    mail_free(mail);
}
END_TEST

/* Through the server. */

static json_t *patch(struct person *person, int status, const char *body) {
    return person_ask(person, status, "PATCH", "", body, "/v1/me/mail");
}

START_TEST(settings_are_kept_and_judged) {
    static const struct {
        const char *body, *pointer;
    } wrong[] = {{"{'address':'nowhere'}", "/address"},
                 {"{'mode':'often'}", "/mode"},
                 {"{'daily_at':'24:00'}", "/daily_at"},
                 {"{'daily_at':'8:00'}", "/daily_at"},
                 {"{'talk':1}", "/talk"},
                 {"{'confirmed':true}", "/confirmed"},
                 {"{'address':'a@b.org\\r\\n'}", "/address"}};
    json_t *box = GET(&ada, 200, "/v1/me/mail");

    ck_assert_str_eq(text_at(box, "address"), "ada@example.org");
    ck_assert(json_is_false(json_object_get(box, "confirmed")));
    ck_assert_str_eq(text_at(box, "mode"), "at_once");
    json_decref(box);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_problem(patch(&ada, 422, wrong[i].body), "invalid", wrong[i].pointer);
    person_confirm(&ada);
    box = patch(&ada, 200, "{'mode':'daily','daily_at':'21:45','talk':false}");
    ck_assert_str_eq(text_at(box, "mode"), "daily");
    ck_assert_str_eq(text_at(box, "daily_at"), "21:45");
    ck_assert(json_is_false(json_object_get(box, "talk")));
    ck_assert(json_is_true(json_object_get(box, "reminders")));
    ck_assert(json_is_true(json_object_get(box, "confirmed")));
    json_decref(box);
    /* the same address stays confirmed, a different one does not */
    box = patch(&ada, 200, "{'address':'Ada@Example.org'}");
    ck_assert(json_is_true(json_object_get(box, "confirmed")));
    json_decref(box);
    box = patch(&ada, 200, "{'address':'ada@example.net'}");
    ck_assert(json_is_false(json_object_get(box, "confirmed")));
    ck_assert_str_eq(text_at(box, "mode"), "daily");
    json_decref(box);
    box = patch(&ada, 200, "{'address':null}");
    ck_assert(json_is_null(json_object_get(box, "address")));
    json_decref(box);
    GET_ONLY(&nobody, 401, "/v1/me/mail");
    POST_ONLY(&ada, 404, "{'code':'abcdefghijklmnopqrstuvwx23'}", "/v1/me/mail/confirm");
}
END_TEST

START_TEST(signing_in_tells_nothing) {
    json_t *first, *second;

    person_confirm(&ada);
    first = POST(&nobody, 202, "{'email':'ada@example.org'}", "/v1/sign-in");
    second = POST(&nobody, 202, "{'email':'nobody@example.org'}", "/v1/sign-in");
    ck_assert(json_equal(first, second));
    json_decref(first);
    json_decref(second);
    assert_problem(POST(&nobody, 422, "{'email':'x'}", "/v1/sign-in"), "invalid", "/email");
    POST_ONLY(&nobody, 404, NULL, "/v1/sign-in/abcdefghijklmnopqrstuvwx23");
    POST_ONLY(&nobody, 404, NULL, "/v1/sign-in/x");
}
END_TEST

struct linking {
    struct store_job job;
    struct store_link link;
};

static enum store_result put_link(struct store_tx *tx, struct store_job *job) {
    struct linking *linking = (struct linking *)job;
    struct store_account account;
    enum store_result result = store_account_by_name(store_tx_reader(tx), ada.name, &account);

    linking->link.account = account.id;
    return result == STORE_OK ? store_link_put(tx, &linking->link) : result;
}

/* Stores a link that signs Ada in, as a mail to her has it, and returns its digits. */
static void mail_digits(char digits[LINK_DIGITS_SIZE]) {
    struct linking linking = {.job = {.run = put_link},
                              .link = {.purpose = LINK_SIGN_IN, .address = "ada@example.org"}};
    char token[LINK_TOKEN_SIZE];

    link_draw(&linking.link, app_now(), token);
    link_draw_digits(&linking.link, digits);
    ck_assert_int_eq(store_call(test_app.store, &linking.job), STORE_OK);
}

static json_t *try_digits(int status, const char *address, const char *digits) {
    char body[128];

    snprintf(body, sizeof body, "{'email':'%s','digits':'%s'}", address, digits);
    return POST(&nobody, status, body, "/v1/sign-in/digits");
}

START_TEST(digits_belong_to_an_address) {
    uint8_t hash[STORE_HASH_SIZE], same[STORE_HASH_SIZE], other[STORE_HASH_SIZE];

    ck_assert(link_hash_digits("402917", "ada@example.org", hash));
    ck_assert(link_hash_digits(" 402 917 ", "Ada@Example.org", same));
    ck_assert(link_hash_digits("402917", "grace@example.org", other));
    ck_assert_mem_eq(hash, same, sizeof hash);
    ck_assert_mem_ne(hash, other, sizeof hash);
    ck_assert(!link_hash_digits("40291", "ada@example.org", hash));
    ck_assert(!link_hash_digits("4029170", "ada@example.org", hash));
    ck_assert(!link_hash_digits("40291a", "ada@example.org", hash));
}
END_TEST

START_TEST(digits_sign_in_once) {
    char digits[LINK_DIGITS_SIZE], spaced[LINK_DIGITS_SIZE + 1];
    json_t *signed_in;

    person_confirm(&ada);
    mail_digits(digits);
    snprintf(spaced, sizeof spaced, "%.3s %s", digits, digits + 3);
    json_decref(try_digits(404, "grace@example.org", digits)); /* another address */
    signed_in = try_digits(200, "ADA@example.org", spaced);
    ck_assert_str_eq(text_at(json_object_get(signed_in, "account"), "name"), "ada");
    ck_assert(token_well_formed(text_at(signed_in, "token")));
    json_decref(signed_in);
    json_decref(try_digits(404, "ada@example.org", digits));
    assert_problem(try_digits(422, "ada@example.org", "12345x"), "invalid", "/digits");
    assert_problem(try_digits(422, "nowhere", "123456"), "invalid", "/email");
}
END_TEST

/* Also the right ones are refused then, and an address that nobody has is no different. */
START_TEST(digits_are_tried_few_times) {
    char digits[LINK_DIGITS_SIZE], wrong[LINK_DIGITS_SIZE];

    person_confirm(&ada);
    mail_digits(digits);
    memcpy(wrong, digits, sizeof wrong);
    wrong[0] = digits[0] == '9' ? '0' : (char)(digits[0] + 1);
    for (int i = 0; i < SIGN_IN_TRIES_OF_MAIL; i++) {
        json_decref(try_digits(404, "ada@example.org", wrong));
        json_decref(try_digits(404, "none@example.org", wrong));
    }
    assert_problem(try_digits(429, "Ada@example.org", digits), "rate-limited", NULL);
    assert_problem(try_digits(429, "none@example.org", wrong), "rate-limited", NULL);
    json_decref(try_digits(404, "grace@example.org", wrong)); /* hers are not counted with them */
}
END_TEST

/* Delivers a mail for TOKEN, whose address comes after those of N nonexistent links. */
static void bring_behind(unsigned n, const char *token) {
    struct store_link none = {.purpose = LINK_BOX};
    char other[LINK_TOKEN_SIZE];
    struct buffer mail;

    buffer_init(&mail, RECEIVE_MAX);
    buffer_text(&mail, "Subject: no more\n");
    for (unsigned i = 0; i < n; i++) {
        link_draw(&none, 0, other);
        buffer_format(&mail, "%su+%s@x.org", i == 0 ? "To: " : ",\n ", other);
    }
    buffer_format(&mail, "\nX-Original-To: u+%s@x.org\n\n", token);
    ck_assert(!mail.failed);
    ck_assert(take_mail(&test_app, mail.data, mail.size, NULL));
    buffer_free(&mail);
}

/* Anyone may send a mail with thousands of recipients: at most eight are looked up. */
START_TEST(few_addresses_of_a_mail_are_tried) {
    struct linking linking = {.job = {.run = put_link},
                              .link = {.purpose = LINK_BOX, .address = "ada@example.org"}};
    char token[LINK_TOKEN_SIZE];

    person_confirm(&ada);
    json_decref(patch(&ada, 200, "{'mode':'at_once'}"));
    link_draw(&linking.link, app_now(), token);
    ck_assert_int_eq(store_call(test_app.store, &linking.job), STORE_OK);
    bring_behind(MAIL_ADDRESSES_MAX, token);
    json_t *box = GET(&ada, 200, "/v1/me/mail");
    ck_assert_str_eq(text_at(box, "mode"), "at_once");
    json_decref(box);
    bring_behind(MAIL_ADDRESSES_MAX - 1, token);
    box = GET(&ada, 200, "/v1/me/mail");
    ck_assert_str_eq(text_at(box, "mode"), "off");
    json_decref(box);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "mail", (const struct test_case[]){
                    {.name = "addresses", addresses_are_judged},
                    {.name = "links", links_survive_a_change_of_case},
                    {.name = "new lines",
                     only_what_is_new_is_read,
                     .loops = sizeof answers / sizeof *answers},
                    {.name = "time", lines_like_the_beginning_of_a_quotation_cost_little},
                    {.name = "html", html_is_read_as_text, .loops = sizeof pages / sizeof *pages},
                    {.name = "incoming",
                     mail_that_comes_in_is_sorted,
                     .loops = sizeof incomings / sizeof *incomings},
                    {.name = "automatic",
                     what_a_program_writes_is_known,
                     .loops = sizeof header_lines / sizeof *header_lines},
                    {.name = "groups",
                     addresses_in_groups_without_end_are_passed_over,
                     .loops = sizeof befores / sizeof *befores},
                    {.name = "recipient", the_mail_server_says_for_whom_it_is},
                    {.name = "headers", no_header_can_be_broken_out_of},
                    {.name = "forms", forms_are_read},
                    {.name = "daily", a_day_begins_where_somebody_lives},
                    {.name = "wrong settings", wrong_settings_are_named},
                    {.name = "settings",
                     settings_are_kept_and_judged,
                     .setup = people_setup,
                     .teardown = people_teardown},
                    {.name = "few addresses",
                     few_addresses_of_a_mail_are_tried,
                     .setup = people_setup,
                     .teardown = people_teardown},
                    {.name = "digits", digits_belong_to_an_address},
                    {.name = "digits sign in",
                     digits_sign_in_once,
                     .setup = people_setup,
                     .teardown = people_teardown},
                    {.name = "digits' tries",
                     digits_are_tried_few_times,
                     .setup = people_setup,
                     .teardown = people_teardown},
                    {.name = "sign in",
                     signing_in_tells_nothing,
                     .setup = people_setup,
                     .teardown = people_teardown},
                    {0},
                });
}
TEST_MAIN(suite)
