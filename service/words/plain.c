/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/words/plain.h"

#include <glib.h>
#include <string.h>

enum { NOTHING = 0, AS_IT_IS = -1, BULLET_SIGN = '*' };

/* Replacements, by the first and the last character of a range. */
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
    {0x200B, 0x200F, NOTHING}, /* zero width, joiners, direction marks */
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

/* The character at TEXT and its number of bytes; a byte that is invalid UTF-8 counts as a
 * character. */
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

/* ---- smileys ---- */

/* By the first and the last: pictographs, and modifiers of their look. */
static const struct {
    gunichar from, to;
} emoji[] = {{0x203C, 0x203C}, {0x20E3, 0x20E3},   {0x2600, 0x27BF},  {0x2B05, 0x2B55},
             {0xFE00, 0xFE0F}, {0x1F000, 0x1FAFF}, {0xE0020, 0xE007F}};

static bool is_emoji(gunichar c) {
    for (size_t i = 0; i < sizeof emoji / sizeof *emoji; i++)
        if (c >= emoji[i].from && c <= emoji[i].to)
            return true;
    return false;
}

static bool stands_among(char c, const char *set) {
    return c != '\0' && strchr(set, c) != NULL;
}

/* Eyes, perhaps a nose, and a mouth, or a form without those: ":-)", ";))", "XD", "^^". */
static bool is_smiley(const char *word, size_t size) {
    static const char *const others[] = {
        "xd", "xdd", "^^", "^_^", "<3", "(:", "(-:", "x", "xx", "xxx", "*g*", "lol"};
    size_t n = 1;

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strlen(others[i]) == size && g_ascii_strncasecmp(others[i], word, size) == 0)
            return true;
    if (size < 2 || !stands_among(word[0], ":;="))
        return false;
    n += size > 2 && stands_among(word[1], "-'o^");
    for (; n < size; n++)
        if (!stands_among(word[n], ")(DdPpOo/\\|*]3"))
            return false;
    return true;
}

/* The size in bytes of the emoji or smiley at the end of a text that does not end with a space; 0: none. */
static size_t last_smiley(const char *text, size_t size) {
    const char *last = text + size, *word = text + size;
    size_t bytes;

    do
        last--;
    while (last > text && ((unsigned char)*last & 0xC0) == 0x80);
    if (is_emoji(next_character(last, (size_t)(text + size - last), &bytes)))
        return (size_t)(text + size - last);
    while (word > text && !g_ascii_isspace(word[-1]))
        word--;
    return is_smiley(word, (size_t)(text + size - word)) ? (size_t)(text + size - word) : 0;
}

size_t plain_before_smileys(const char *text, size_t size) {
    for (size_t last = 0;; size -= last) {
        while (size > 0 && g_ascii_isspace(text[size - 1]))
            size--;
        if (size == 0 || (last = last_smiley(text, size)) == 0)
            return size;
    }
}

bool plain_is_signs(const char *line, size_t size) {
    struct buffer plain;
    bool signs;

    buffer_init(&plain, size + 1);
    plain_line(&plain, line, size);
    size = plain.size == 0 ? 0 : plain_before_smileys(plain.data, plain.size);
    signs = !plain.failed;
    for (size_t at = 0, bytes; at < size && signs; at += bytes) {
        gunichar c = next_character(plain.data + at, size - at, &bytes);

        signs = c != '?' && !g_unichar_isalnum(c);
    }
    buffer_free(&plain);
    return signs;
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

/* Removes a bullet and a space after it, or the number of a list item: "- ", "* ", "1. ", "2) ". A character
 * alone counts as a bullet. */
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

/* Removes a character that is at both ends. */
static bool take_pair(struct span *span) {
    char first = span->size >= 2 ? span->at[0] : '\0';

    if (first == '\0' || strchr("\"'*_`", first) == NULL || span->at[span->size - 1] != first)
        return false;
    span->at++;
    span->size -= 2;
    trim_span(span);
    return true;
}

/* Removes smileys from the end. */
static bool take_smileys(struct span *span) {
    size_t size = plain_before_smileys(span->at, span->size);
    bool some = size > 0 && size < span->size;

    if (some)
        span->size = size;
    return some;
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
    while (take_bullet(&span) || take_pair(&span) || take_smileys(&span)) {
    }
    buffer_append(out, span.at, span.size);
    buffer_free(&plain);
}
