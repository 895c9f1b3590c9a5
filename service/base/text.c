/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/base/text.h"

#include <glib.h>
#include <string.h>

/* ---- numbers ---- */

bool text_take_number(const char **text, int64_t max, int64_t *number) {
    const char *at = *text;
    int64_t value = 0;

    for (; g_ascii_isdigit(*at); at++) {
        int digit = *at - '0';

        if (digit > max || value > (max - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    if (at == *text)
        return false;
    *number = value;
    *text = at;
    return true;
}

bool text_read_number(const char *text, int64_t min, int64_t max, int64_t *number) {
    int64_t value;

    if (text == NULL || !text_take_number(&text, max, &value) || *text != '\0' || value < min)
        return false;
    *number = value;
    return true;
}

int text_take_digits(const char **text, unsigned n) {
    int number = 0;

    for (; n > 0; n--, ++*text) {
        if (!g_ascii_isdigit(**text))
            return -1;
        number = number * 10 + (**text - '0');
    }
    return number;
}

bool text_take_mark(const char **text, char mark) {
    bool there = **text == mark;

    *text += there;
    return there;
}

/* ---- characters ---- */

bool text_is_utf8(const char *text, size_t size) {
    return size == 0 || g_utf8_validate_len(text, size, NULL);
}

bool text_has_controls(const char *text) {
    while (*text != '\0' && !g_ascii_iscntrl(*text))
        text++;
    return *text != '\0';
}

bool text_is_ascii(const char *text) {
    while (*text != '\0' && (unsigned char)*text < 0x80)
        text++;
    return *text == '\0';
}

size_t text_cut(const char *text, size_t size, size_t limit) {
    if (size <= limit)
        return size;
    while (limit > 0 && ((unsigned char)text[limit] & 0xc0) == 0x80)
        limit--;
    return limit;
}

void text_drop_partial(char *text) {
    const char *end;

    if (!g_utf8_validate(text, -1, &end))
        text[end - text] = '\0';
}

/* ---- encodings ---- */

void text_percent(struct buffer *out, const char *text, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if (g_ascii_isalnum(text[i]) || (text[i] != '\0' && strchr("-._~", text[i]) != NULL))
            buffer_byte(out, text[i]);
        else
            buffer_format(out, "%%%02X", (unsigned)(unsigned char)text[i]);
    }
}

void text_escape(struct buffer *out, const char *text, size_t size) {
    for (size_t i = 0; i < size; i++) {
        switch (text[i]) {
        case '&': buffer_text(out, "&amp;"); break;
        case '<': buffer_text(out, "&lt;"); break;
        case '>': buffer_text(out, "&gt;"); break;
        case '"': buffer_text(out, "&quot;"); break;
        case '\'': buffer_text(out, "&#39;"); break;
        default: buffer_byte(out, text[i]); break;
        }
    }
}

bool text_unpercent(const char *from, size_t size, bool plus, char *to, size_t to_size) {
    size_t n = 0;

    for (size_t i = 0; i < size; i++) {
        char c = from[i];

        if (n + 1 >= to_size)
            return false;
        if (c == '%') {
            if (size - i <= 2 || !g_ascii_isxdigit(from[i + 1]) || !g_ascii_isxdigit(from[i + 2]))
                return false;
            c = (char)(g_ascii_xdigit_value(from[i + 1]) << 4 | g_ascii_xdigit_value(from[i + 2]));
            i += 2;
        } else if (c == '+' && plus) {
            c = ' ';
        }
        to[n++] = c;
    }
    to[n] = '\0';
    return text_is_utf8(to, n);
}

bool text_form_field(const char *form, size_t size, const char *name, char *value,
                     size_t value_size) {
    size_t name_size = strlen(name);

    value[0] = '\0';
    for (size_t at = 0; at < size;) {
        const char *end = memchr(form + at, '&', size - at);
        size_t length = end == NULL ? size - at : (size_t)(end - form) - at;

        if (length > name_size && form[at + name_size] == '=' &&
            memcmp(form + at, name, name_size) == 0) {
            if (text_unpercent(form + at + name_size + 1, length - name_size - 1, true, value,
                               value_size))
                return true;
            value[0] = '\0';
            return false;
        }
        at += length + 1;
    }
    return false;
}
