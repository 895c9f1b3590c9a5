/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/mail/letter.h"

#include <glib.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "service/base/text.h"

enum { PARAGRAPH_MAX = 2048 };

void letter_init(struct letter *letter) {
    buffer_init(&letter->text, LETTER_MAX);
    buffer_init(&letter->html, LETTER_MAX);
    buffer_text(&letter->html, "<!DOCTYPE html>\n<html lang=\"en\"><body>\n");
}

void letter_end(struct letter *letter) {
    buffer_text(&letter->html, "</body></html>\n");
}

void letter_free(struct letter *letter) {
    buffer_free(&letter->text);
    buffer_free(&letter->html);
}

/* An element with one text in it, and the text as a paragraph. */
static void letter_put(struct letter *letter, const char *open, const char *text, size_t size,
                       const char *close) {
    buffer_append(&letter->text, text, size);
    buffer_text(&letter->text, "\n\n");
    buffer_text(&letter->html, open);
    text_escape(&letter->html, text, size);
    buffer_text(&letter->html, close);
}

void letter_title(struct letter *letter, const char *text) {
    size_t size = strlen(text);

    buffer_append(&letter->text, text, size);
    buffer_byte(&letter->text, '\n');
    for (glong i = g_utf8_strlen(text, -1); i > 0; i--)
        buffer_byte(&letter->text, '=');
    buffer_text(&letter->text, "\n\n");
    buffer_text(&letter->html, "<h2>");
    text_escape(&letter->html, text, size);
    buffer_text(&letter->html, "</h2>\n");
}

void letter_paragraph(struct letter *letter, const char *format, ...) {
    char text[PARAGRAPH_MAX];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    letter_put(letter, "<p>", text, strlen(text), "</p>\n");
}

void letter_foot(struct letter *letter, const char *format, ...) {
    char text[PARAGRAPH_MAX];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    letter_put(letter, "<p><small>", text, strlen(text), "</small></p>\n");
}

static void put_lines(struct letter *letter, const char *text, size_t size, const char *open,
                      const char *close) {
    const char *end = text + size;

    if (size == 0)
        return;
    buffer_text(&letter->html, open);
    while (text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        size_t length = stop == NULL ? (size_t)(end - text) : (size_t)(stop - text);

        buffer_text(&letter->text, "  ");
        buffer_append(&letter->text, text, length);
        buffer_byte(&letter->text, '\n');
        text_escape(&letter->html, text, length);
        text += length + (stop != NULL);
        if (text < end)
            buffer_text(&letter->html, "<br>\n");
    }
    buffer_byte(&letter->text, '\n');
    buffer_text(&letter->html, close);
}

void letter_lines(struct letter *letter, const char *text, size_t size) {
    put_lines(letter, text, size, "<p>", "</p>\n");
}

void letter_words(struct letter *letter, const char *text, size_t size) {
    put_lines(letter, text, size, "<p><code>", "</code></p>\n");
}

void letter_link(struct letter *letter, const char *label, const char *url) {
    buffer_format(&letter->text, "%s:\n  %s\n\n", label, url);
    buffer_text(&letter->html, "<p><a href=\"");
    text_escape(&letter->html, url, strlen(url));
    buffer_text(&letter->html, "\">");
    text_escape(&letter->html, label, strlen(label));
    buffer_text(&letter->html, "</a></p>\n");
}

void letter_picture(struct letter *letter, const char *url, const char *alt) {
    buffer_text(&letter->html, "<p><img width=\"600\" style=\"max-width:100%\" src=\"");
    text_escape(&letter->html, url, strlen(url));
    buffer_text(&letter->html, "\" alt=\"");
    text_escape(&letter->html, alt, strlen(alt));
    buffer_text(&letter->html, "\"></p>\n");
}
