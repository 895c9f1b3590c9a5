/* SPDX-License-Identifier: AGPL-3.0-or-later */
/*
 * Mail from outside. The first byte selects: 'M' a mail whose own headers name the recipient; 'r', 'b', 'u' one that
 * the mail server delivers to such an address; 'T' the text of a reply; 'H' its HTML; 'N' names and, after the first
 * line, a line that may be signed by one; 'S' the subject of a mail that we write; 'F' a form.
 */
#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/text.h"
#include "service/command/command.h"
#include "service/mail/message.h"
#include "service/mail/page.h"
#include "service/mail/receive.h"
#include "service/mail/signed.h"
#include "service/words/plain.h"
#include "tests/fuzz/fuzz.h"

#define TOKEN "abcdefghijklmnopqrstuvwx23"

/* What is passed to the commands: few lines, none empty, text. */
static void check_lines(const struct buffer *text) {
    unsigned lines = 0;
    REQUIRE_HOLDS(text->size <= RECEIVE_TEXT_MAX, "too long");
    REQUIRE_HOLDS(text->size == 0 || text->data[text->size - 1] == '\n', "an unfinished line");
    for (size_t i = 0; i < text->size; i++)
        if (text->data[i] == '\n') {
            REQUIRE_HOLDS(i > 0 && text->data[i - 1] != '\n', "an empty line");
            lines++;
        }
    REQUIRE_HOLDS(lines <= RECEIVE_LINES_MAX, "too many lines");
}

static void read_mail(const char *bytes, size_t size, const char *recipient) {
    struct received received;
    uint8_t hash[STORE_HASH_SIZE];
    received_read(&received, bytes, size, recipient);
    check_lines(&received.text);
    REQUIRE_HOLDS(received.text.size == 0 ||
                      g_utf8_validate(received.text.data, (gssize)received.text.size, NULL),
                  "no text");
    if (received.kind != RECEIVED_NOTHING)
        REQUIRE_HOLDS(link_hash(received.token, hash), "no token");
    else
        REQUIRE_HOLDS(received.why[0] != '\0', "no reason");
    for (const char *c = received.detail; *c != '\0'; c++)
        REQUIRE_HOLDS(*c >= ' ' && *c < 0x7f, "a detail that cannot be shown");
    REQUIRE_HOLDS(strpbrk(received.id, "\r\n ") == NULL, "an id that ends a header");
    REQUIRE_HOLDS(!received.address_fault || received.permanent, "for a while and forever");
    received_free(&received);
}

/* Reads the lines in the languages of other players, such as German. */
static void judge_lines(const struct buffer *text) {
    const char *first = text->size == 0 ? "" : text->data, *end = first + text->size, *stop;

    for (const char *line = first; line < end; line = stop + 1) {
        size_t size;

        stop = memchr(line, '\n', (size_t)(end - line));
        REQUIRE_HOLDS(stop != NULL, "an unfinished line");
        size = (size_t)(stop - line);
        REQUIRE_HOLDS(!plain_is_signs(line, size), "a line that says nothing");
        for (unsigned language = 0; language < LANGUAGES; language++)
            REQUIRE_HOLDS(command_line_of((enum language)language, line, size) <= COMMAND_LINE_BARE,
                          "a line of no kind");
    }
}

static void read_text(const char *bytes, size_t size, bool html) {
    struct buffer stripped, lines;
    buffer_init(&stripped, RECEIVE_MAX);
    buffer_init(&lines, RECEIVE_TEXT_MAX);
    if (html)
        receive_html_text(&stripped, bytes, size);
    else
        buffer_append(&stripped, bytes, size);
    if (!stripped.failed && stripped.size > 0)
        receive_new_lines(&lines, stripped.data, stripped.size);
    check_lines(&lines);
    judge_lines(&lines);
    buffer_free(&lines);
    buffer_free(&stripped);
}

/* A name is recognized whatever comes before the names, and is not a number. */
static void read_signature(const char *bytes, size_t size) {
    const char *end = memchr(bytes, '\n', size);
    size_t first = end == NULL ? size : (size_t)(end - bytes);
    char *names = g_strndup(bytes, first), *more = g_strconcat("Ada ", names, NULL);
    const char *line = end == NULL ? "" : end + 1;
    size_t left = end == NULL ? 0 : size - first - 1;

    if (signed_by(names, line, left)) {
        REQUIRE_HOLDS(signed_by(more, line, left), "one more name, and it is none");
        REQUIRE_HOLDS(left > 0 && !plain_is_signs(line, left), "nothing is a name");
    }
    g_free(names);
    g_free(more);
}

/* Every line of the header is a known one, or continues the previous one. */
static void check_header(const char *mail) {
    static const char *const names[] = {"From:",
                                        "To:",
                                        "Subject:",
                                        "Date:",
                                        "Message-Id:",
                                        "Auto-Submitted:",
                                        "MIME-Version:",
                                        "X-Auto-Response-Suppress:",
                                        "Content-Type:",
                                        "Content-Transfer-Encoding:",
                                        " ",
                                        "\t"};
    const char *end = strstr(mail, "\r\n\r\n");
    REQUIRE_HOLDS(end != NULL, "no header");
    for (const char *line = mail; line < end; line = strstr(line, "\r\n") + 2) {
        bool known = false;
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            known |= g_ascii_strncasecmp(line, names[i], strlen(names[i])) == 0;
        REQUIRE_HOLDS(known, line);
    }
}

static void write_mail(const char *subject) {
    struct buffer text, out;
    buffer_init(&text, 16);
    buffer_init(&out, MESSAGE_MAX);
    buffer_text(&text, "text\n");
    if (message_write(&out, &(struct message){.from = "games@example.org",
                                              .to = "ada@example.org",
                                              .subject = subject,
                                              .id = "msg_1",
                                              .host = "example.org",
                                              .text = &text})) {
        buffer_byte(&out, '\0');
        REQUIRE_HOLDS(!out.failed, "too long");
        check_header(out.data);
    }
    buffer_free(&out);
    buffer_free(&text);
}

static void read_form(const char *bytes, size_t size) {
    char value[64];
    if (text_form_field(bytes, size, "do", value, sizeof value))
        REQUIRE_HOLDS(g_utf8_validate(value, -1, NULL), "no text");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    char recipient[] = "r+" TOKEN "@example.org";
    char *bytes = malloc(size); /* of exactly this size, so that overreads are detected */
    REQUIRE_HOLDS(bytes != NULL, "no memory");
    memcpy(bytes, data + 1, size - 1);
    bytes[size - 1] = '\0';
    message_init();
    recipient[0] = (char)data[0];
    switch (data[0]) {
    case 'M': read_mail(bytes, size - 1, NULL); break;
    case 'r':
    case 'b':
    case 'u': read_mail(bytes, size - 1, recipient); break;
    case 'T': read_text(bytes, size - 1, false); break;
    case 'H': read_text(bytes, size - 1, true); break;
    case 'N': read_signature(bytes, size - 1); break;
    case 'S': write_mail(bytes); break;
    case 'F': read_form(bytes, size - 1); break;
    default: break;
    }
    free(bytes);
    return 0;
}
