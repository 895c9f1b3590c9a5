/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/chat/text.h"

#include <string.h>

enum { CHAT_STRING_MAX = 256 << 10 }; /* bytes of a marked text */

static const char ellipsis[] = "\xe2\x80\xa6";

/* Bytes of the character at c, and how many it counts as. */
static size_t measure_character(const unsigned char *c, size_t left, size_t *counts) {
    size_t bytes = *c < 0xc0 ? 1 : *c < 0xe0 ? 2 : *c < 0xf0 ? 3 : 4;

    *counts = bytes == 4 ? 2 : 1;
    return bytes < left ? bytes : left;
}

size_t chat_fit(const char *text, size_t size, size_t max) {
    size_t at = 0, count = 0;

    while (at < size) {
        size_t counts,
            bytes = measure_character((const unsigned char *)text + at, size - at, &counts);

        if (count + counts > max)
            break;
        count += counts;
        at += bytes;
    }
    return at;
}

/* The escape for a byte; NULL: itself. */
static const char *markup_escape(enum chat_markup markup, char c) {
    static const char special[] = "\\*_~`|<>[]#";
    static const char *const words[] = {"\\\\", "\\*", "\\_", "\\~", "\\`", "\\|",
                                        "\\<",  "\\>", "\\[", "\\]", "\\#"};
    const char *found;

    /* A zero-width space after it prevents mentions: Telegram and services with Slack's format look for
     * names and @all in the text itself. */
    if (c == '@' && (markup == CHAT_SLACK || markup == CHAT_HTML))
        return "@\xe2\x80\x8b";
    switch (markup) {
    case CHAT_PLAIN: return NULL;
    case CHAT_DISCORD:
        found = c == '\0' ? NULL : strchr(special, c);
        return found == NULL ? NULL : words[found - special];
    case CHAT_HTML_BR:
        if (c == '\n')
            return "<br>";
        break;
    default: break;
    }
    switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return markup == CHAT_SLACK ? NULL : "&quot;";
    default: return NULL;
    }
}

/* How many characters a byte counts as when escaped. Escapes are free if the platform counts after
 * removing them. */
static size_t marked_weight(enum chat_markup markup, const char *text) {
    const char *word = markup_escape(markup, *text);

    if (word != NULL && *text == '@')
        return 2;
    return word == NULL || markup == CHAT_HTML ? 1 : strlen(word);
}

/* How many bytes of the text fit. */
static size_t measure_fitting(enum chat_markup markup, const char *text, size_t size, size_t max) {
    size_t at = 0, count = 0;

    while (at < size) {
        size_t counts,
            bytes = measure_character((const unsigned char *)text + at, size - at, &counts);

        if (bytes == 1)
            counts = marked_weight(markup, text + at);
        if (count + counts > max)
            break;
        count += counts;
        at += bytes;
    }
    return at;
}

void chat_write(struct buffer *out, enum chat_markup markup, const char *text, size_t size,
                size_t max) {
    size_t fits = measure_fitting(markup, text, size, max);

    if (fits < size && max > 0)
        fits = measure_fitting(markup, text, size, max - 1);
    for (size_t i = 0; i < fits; i++) {
        const char *word = markup_escape(markup, text[i]);

        if (word == NULL)
            buffer_byte(out, text[i]);
        else
            buffer_text(out, word);
    }
    if (fits < size && max > 0)
        buffer_text(out, ellipsis);
}

void chat_write_string(struct writer *w, enum chat_markup markup, const char *text, size_t size,
                       size_t max) {
    struct buffer marked;

    buffer_init(&marked, CHAT_STRING_MAX);
    chat_write(&marked, markup, text, size, max);
    writer_string(w, marked.size == 0 ? "" : marked.data, marked.size);
    w->out->failed = w->out->failed || marked.failed;
    buffer_free(&marked);
}
