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

/* A zero-width space after a character keeps it from beginning anything. */
#define UNLINKED "\xe2\x80\x8b"

struct markup_rule {
    const char *special; /* characters that are marked, each with its WORDS */
    const char *const *words;
};

static const char *const discord_words[] = {"\\\\", "\\*", "\\_", "\\~", "\\`", "\\|",
                                            "\\<",  "\\>", "\\[", "\\]", "\\#"};
static const char *const html_words[] = {"&amp;", "&lt;", "&gt;", "&quot;", ("@" UNLINKED)};
static const char *const slack_words[] = {"&amp;", "&lt;", "&gt;", ("@" UNLINKED)};
static const char *const break_words[] = {"&amp;", "&lt;", "&gt;", "&quot;", "<br>"};
static const char *const markdown_words[] = {"\\\\", "\\*", "\\_", "\\~", "\\`",          "\\|",
                                             "\\<",  "\\>", "\\[", "\\]", ("@" UNLINKED), "\\#"};
static const char *const zulip_words[] = {("*" UNLINKED), ("`" UNLINKED), ("~" UNLINKED),
                                          ("[" UNLINKED), ("#" UNLINKED), ("$" UNLINKED),
                                          ("@" UNLINKED)};
static const char *const rocketchat_words[] = {"\\*", "\\_", "\\~", "\\`", "\\#", ("@" UNLINKED)};

/* Discord is told beside the text that nobody is mentioned; Telegram and the others look for names and @all in the text
 * itself. */
static const struct markup_rule markup_rules[] = {
    [CHAT_PLAIN] = {"", NULL},
    [CHAT_DISCORD] = {"\\*_~`|<>[]#", discord_words},
    [CHAT_SLACK] = {"&<>@", slack_words},
    [CHAT_HTML] = {"&<>\"@", html_words},
    [CHAT_HTML_BR] = {"&<>\"\n", break_words},
    [CHAT_MARKDOWN] = {"\\*_~`|<>[]@#", markdown_words},
    [CHAT_ZULIP] = {"*`~[#$@", zulip_words},
    [CHAT_ROCKETCHAT] = {"*_~`#@", rocketchat_words},
};

/* The escape for a byte; NULL: itself. */
static const char *markup_escape(enum chat_markup markup, char c) {
    const struct markup_rule *rule = &markup_rules[markup];
    const char *found = c == '\0' ? NULL : strchr(rule->special, c);

    return found == NULL ? NULL : rule->words[found - rule->special];
}

/* How many characters a byte counts as when escaped. Escapes are free if the platform counts after
 * removing them. */
static size_t marked_weight(enum chat_markup markup, const char *text) {
    const char *word = markup_escape(markup, *text);

    if (word != NULL && strcmp(word + 1, UNLINKED) == 0)
        return 2; /* itself and the zero-width space */
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

size_t chat_left(size_t max, const struct buffer *tail) {
    return tail->size < max ? max - tail->size : 0;
}

void chat_write_string_and(struct writer *w, enum chat_markup markup, const struct buffer *text,
                           size_t max, const struct buffer *tail) {
    struct buffer marked;

    buffer_init(&marked, CHAT_STRING_MAX);
    chat_write(&marked, markup, text->data, text->size, chat_left(max, tail));
    buffer_append(&marked, tail->data, tail->size);
    writer_string(w, marked.size == 0 ? "" : marked.data, marked.size);
    w->out->failed = w->out->failed || marked.failed || tail->failed;
    buffer_free(&marked);
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
