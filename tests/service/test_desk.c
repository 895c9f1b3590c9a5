/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Mails read and written in a separate process give the same result as in this one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "service/mail/desk.h"
#include "tests/support/check_main.h"

#define TOKEN "abcdefghijklmnopqrstuvwx23"
static const char script[] = "./mime.sh";
static struct mail_desk *desk;

static void setup(void) {
    message_init();
    desk = mail_desk_new(test_binary());
    ck_assert_ptr_nonnull(desk);
}

/* A desk whose process runs THEN. */
static void setup_script(const char *then) {
    FILE *file = fopen(script, "we");

    ck_assert_ptr_nonnull(file);
    fprintf(file, "#!/bin/sh\n%s\n", then);
    ck_assert_int_eq(fclose(file), 0);
    ck_assert_int_eq(chmod(script, 0700), 0);
    message_init();
    desk = mail_desk_new(script);
    ck_assert_ptr_nonnull(desk);
}

static void setup_ending(void) {
    setup_script("exit 1");
}

static void teardown(void) {
    mail_desk_free(desk);
    remove(script);
}

/* ---- reading ---- */

static const struct {
    const char *recipient, *mail;
} mails[] = {
    {NULL, "From: Ada Lovelace <ada@example.org>\r\nTo: r+" TOKEN "@example.org\r\n"
           "Message-ID: <1@example.org>\r\nDate: Sat, 03 May 2031 10:00:00 +0200\r\n\r\n"
           "settle 14\r\nroad 14-19\r\n> old\r\n"},
    {"r+" TOKEN "@example.org", "From: ada@example.org\r\nContent-Type: text/html\r\n\r\n"
                                "<p>settle 14</p><blockquote>old</blockquote>"},
    {"u+" TOKEN "@example.org", "From: ada@example.org\r\n\r\n"},
    {"b+" TOKEN "@example.org",
     "From: mailer-daemon@example.org\r\nContent-Type: multipart/report; boundary=b\r\n\r\n"
     "--b\r\nContent-Type: message/delivery-status\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n"
     "Diagnostic-Code: smtp; 550 no such user\r\n--b--\r\n"},
    {NULL, "To: somebody@example.org\r\n\r\nhello\r\n"},
    {"r+" TOKEN "@example.org", ""},
};
enum { MAILS = sizeof mails / sizeof *mails };

static void assert_equal(const struct received *here, const struct received *there) {
    ck_assert_int_eq(there->kind, here->kind);
    ck_assert_str_eq(there->token, here->token);
    ck_assert_str_eq(there->why, here->why);
    ck_assert_str_eq(there->id, here->id);
    ck_assert_str_eq(there->date, here->date);
    ck_assert_str_eq(there->from, here->from);
    ck_assert(buffer_equal(&there->text, &here->text));
    ck_assert(there->permanent == here->permanent && there->address_fault == here->address_fault);
    ck_assert_str_eq(there->detail, here->detail);
}

static void read_both(const char *mail, size_t size, const char *recipient) {
    struct received here, there;

    received_read(&here, mail, size, recipient);
    ck_assert(mail_desk_read(desk, &there, mail, size, recipient));
    assert_equal(&here, &there);
    received_free(&here);
    received_free(&there);
}

START_TEST(a_mail_is_read_as_here) {
    read_both(mails[_i].mail, strlen(mails[_i].mail), mails[_i].recipient);
}
END_TEST

START_TEST(a_mail_may_be_as_large_as_any) {
    enum { SIZE = 2 * RECEIVE_MAX };
    const char *head = mails[0].mail;
    char *mail = malloc(SIZE);

    ck_assert_ptr_nonnull(mail);
    memset(mail, 'x', SIZE);
    memcpy(mail, head, strlen(head));
    read_both(mail, SIZE, NULL);
    free(mail);
}
END_TEST

/* ---- writing ---- */

static void fill(struct buffer *buffer, const char *text) {
    buffer_init(buffer, MESSAGE_MAX);
    buffer_text(buffer, text);
}

static const struct message plain = {.from = "games@example.org",
                                     .from_name = "Hexpost",
                                     .to = "ada@example.org",
                                     .subject = "Your turn – place a settlement",
                                     .id = "msg_1",
                                     .host = "example.org",
                                     .thread = "game",
                                     .answers = "<1@example.org>",
                                     .reply_to = "r+" TOKEN "@example.org",
                                     .list = "games",
                                     .unsubscribe_url = "https://example.org/mail/x",
                                     .unsubscribe_to = "u+" TOKEN "@example.org",
                                     .reason = "turn",
                                     .answer = true,
                                     .at = 1900000000000};

START_TEST(a_mail_is_written_as_here) {
    struct message message = plain;
    struct buffer text, here, there;

    fill(&text, "It is your turn: wähle\n");
    message.text = &text;
    buffer_init(&here, MESSAGE_MAX);
    buffer_init(&there, MESSAGE_MAX);
    ck_assert(message_write(&here, &message));
    ck_assert(mail_desk_write(desk, &there, &message));
    ck_assert(buffer_equal(&here, &there));
    buffer_free(&text);
    buffer_free(&here);
    buffer_free(&there);
}
END_TEST

/* The boundaries between its parts are random. */
START_TEST(a_mail_is_written_with_all_its_parts) {
    struct message message = plain;
    struct buffer text, html, picture, out;

    fill(&text, "text\n");
    fill(&html, "<p>text</p>");
    fill(&picture, "PNG");
    message.text = &text;
    message.html = &html;
    message.picture = &picture;
    buffer_init(&out, MESSAGE_MAX);
    ck_assert(mail_desk_write(desk, &out, &message));
    buffer_byte(&out, '\0');
    ck_assert_ptr_nonnull(strstr(out.data, "multipart/alternative"));
    ck_assert_ptr_nonnull(strstr(out.data, "<p>text</p>"));
    ck_assert_ptr_nonnull(strstr(out.data, "UE5H")); /* the picture in base64 */
    buffer_free(&text);
    buffer_free(&html);
    buffer_free(&picture);
    buffer_free(&out);
}
END_TEST

START_TEST(a_header_that_is_not_safe_is_not_written) {
    struct message message = plain;
    struct buffer text, out;

    fill(&text, "text\n");
    message.text = &text;
    message.subject = "two\r\nlines";
    buffer_init(&out, MESSAGE_MAX);
    ck_assert(!mail_desk_write(desk, &out, &message));
    ck_assert_uint_eq(out.size, 0);
    buffer_free(&text);
    buffer_free(&out);
}
END_TEST

/* ---- the process ends ---- */

START_TEST(where_it_ends_each_time_nothing_is_read_or_written) {
    struct message message = plain;
    struct received received;
    struct buffer text, out;

    fill(&text, "text\n");
    message.text = &text;
    buffer_init(&out, MESSAGE_MAX);
    for (int i = 0; i < 2; i++) {
        ck_assert(!mail_desk_read(desk, &received, mails[0].mail, strlen(mails[0].mail), NULL));
        ck_assert_int_eq(received.kind, RECEIVED_NOTHING);
        received_free(&received);
        ck_assert(!mail_desk_write(desk, &out, &message));
        ck_assert_uint_eq(out.size, 0);
    }
    buffer_free(&text);
    buffer_free(&out);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "desk",
        (const struct test_case[]){
            {"read", a_mail_is_read_as_here, .loops = MAILS, .setup = setup, .teardown = teardown},
            {"large", a_mail_may_be_as_large_as_any, .setup = setup, .teardown = teardown},
            {"write", a_mail_is_written_as_here, .setup = setup, .teardown = teardown},
            {"parts", a_mail_is_written_with_all_its_parts, .setup = setup, .teardown = teardown},
            {"unsafe", a_header_that_is_not_safe_is_not_written, .setup = setup,
             .teardown = teardown},
            {"ends", where_it_ends_each_time_nothing_is_read_or_written, .setup = setup_ending,
             .teardown = teardown},
            {0},
        });
}
TEST_MAIN(suite)
