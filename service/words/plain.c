/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/words/plain.h"

#include <glib.h>
#include <string.h>

enum { NOTHING = 0, AS_IT_IS = -1, BULLET_SIGN = '*' };

/* By the first and the last character of a range: what stands for it. */
static const struct {
    gunichar from, to;
    int plain;
} ranges[] = {
    {0x00A0, 0x00A0, ' '},         /* no-break space */
    {0x00AB, 0x00AB, '"'},         /* guillemets */
    {0x00AD, 0x00AD, NOTHING},     /* soft hyphen */
    {0x00B7, 0x00B7, BULLET_SIGN}, /* middle dot */
    {0x00BB, 0x00BB, '"'},         {0x1680, 0x1680, ' '},
    {0x2000, 0x200A, ' '},     /* en, em, thin, hair … */
    {0x200B, 0x200F, NOTHING}, /* no width, joiners, direction marks */
    {0x2010, 0x2015, '-'},     /* hyphens, no-break hyphen, en and em dash, bar */
    {0x2018, 0x201B, '\''},        {0x201C, 0x201F, '"'},
    {0x2022, 0x2023, BULLET_SIGN}, {0x2027, 0x2027, BULLET_SIGN},
    {0x2028, 0x2029, ' '},         {0x202A, 0x202E, NOTHING},
    {0x202F, 0x202F, ' '}, /* narrow no-break space */
    {0x2032, 0x2032, '\''},        {0x2033, 0x2033, '"'},
    {0x2039, 0x203A, '\''},        {0x2043, 0x2043, '-'},
    {0x205F, 0x205F, ' '},         {0x2060, 0x2064, NOTHING},
    {0x2066, 0x206F, NOTHING},     {0x2212, 0x2212, '-'},         /* minus */
    {0x2219, 0x2219, BULLET_SIGN}, {0x25A0, 0x25FF, BULLET_SIGN}, /* squares and circles */
    {0x3000, 0x3000, ' '},         {0xFE58, 0xFE58, '-'},
    {0xFE63, 0xFE63, '-'},         {0xFEFF, 0xFEFF, NOTHING},
    {0xFF0D, 0xFF0D, '-'},
};

static int plain_of(gunichar c) {
    for (size_t i = 0; c >= 0x80 && i < sizeof ranges / sizeof *ranges; i++)
        if (c >= ranges[i].from && c <= ranges[i].to)
            return ranges[i].plain;
    return AS_IT_IS;
}

/* The character at TEXT and how many bytes it has; a byte that is no UTF-8 is one of its own. */
static gunichar next_character(const char *text, size_t size, size_t *bytes) {
    gunichar c = g_utf8_get_char_validated(text, (gssize)size);

    *bytes = 1;
    if (c == (gunichar)-1 || c == (gunichar)-2)
        return (unsigned char)text[0];
    *bytes = (size_t)g_unichar_to_utf8(c, NULL);
    return c;
}

void plain_append(struct buffer *out, const char *text, size_t size) {
    for (size_t at = 0, bytes; at < size; at += bytes) {
        int plain = plain_of(next_character(text + at, size - at, &bytes));

        if (bytes == 1 || plain == AS_IT_IS)
            buffer_append(out, text + at, bytes);
        else if (plain != NOTHING)
            buffer_byte(out, (char)plain);
    }
}

size_t plain_space(const char *text, size_t size) {
    size_t bytes;
    gunichar c;

    if (size == 0)
        return 0;
    c = next_character(text, size, &bytes);
    if (bytes == 1)
        return g_ascii_isspace(text[0]) ? 1 : 0;
    return plain_of(c) == ' ' || plain_of(c) == NOTHING ? bytes : 0;
}

/* ---- lines ---- */

struct span {
    const char *at;
    size_t size;
};

static void trim_span(struct span *span) {
    while (span->size > 0 && g_ascii_isspace(span->at[0]))
        span->at++, span->size--;
    while (span->size > 0 && g_ascii_isspace(span->at[span->size - 1]))
        span->size--;
}

/* Takes off a bullet and a space behind it, or the number of a list: "- ", "* ", "1. ", "2) ". A sign alone is
 * nothing but one. */
static bool take_bullet(struct span *span) {
    size_t n = strspn(span->at, "0123456789");

    if (n > 0 && n < 3 && n < span->size && (span->at[n] == '.' || span->at[n] == ')'))
        n++;
    else
        n = span->size > 0 && memchr("-*+", span->at[0], 3) != NULL;
    if (n == 0 || (n < span->size && span->at[n] != ' '))
        return false;
    if (n == span->size && g_ascii_isdigit(span->at[0]))
        return false;
    span->at += n;
    span->size -= n;
    trim_span(span);
    return true;
}

/* Takes off one sign that stands at both ends. */
static bool take_pair(struct span *span) {
    char first = span->size >= 2 ? span->at[0] : '\0';

    if (first == '\0' || strchr("\"'*_`", first) == NULL || span->at[span->size - 1] != first)
        return false;
    span->at++;
    span->size -= 2;
    trim_span(span);
    return true;
}

void plain_line(struct buffer *out, const char *line, size_t size) {
    struct buffer plain;
    struct span span;

    buffer_init(&plain, size + 1);
    plain_append(&plain, line, size);
    buffer_byte(&plain, '\0');
    if (plain.failed || plain.data == NULL) {
        out->failed = true;
        buffer_free(&plain);
        return;
    }
    span = (struct span){plain.data, plain.size - 1};
    trim_span(&span);
    while (take_bullet(&span) || take_pair(&span)) {
    }
    buffer_append(out, span.at, span.size);
    buffer_free(&plain);
}
