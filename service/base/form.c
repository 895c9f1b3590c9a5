/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/base/form.h"

#include <glib.h>
#include <string.h>

static int digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool urlform_utf8(const char *text, size_t size) {
    return size == 0 || (memchr(text, '\0', size) == NULL && g_utf8_validate_len(text, size, NULL));
}

/* Decodes into value; false where it does not fit or is no such text. */
static bool decode(const char *from, size_t size, char *value, size_t value_size) {
    size_t n = 0;

    for (size_t i = 0; i < size; i++) {
        char c = from[i];

        if (n + 1 >= value_size)
            return false;
        if (c == '+') {
            c = ' ';
        } else if (c == '%') {
            int high = size - i > 2 ? digit(from[i + 1]) : -1;
            int low = size - i > 2 ? digit(from[i + 2]) : -1;

            if (high < 0 || low < 0)
                return false;
            c = (char)(high << 4 | low);
            i += 2;
        }
        value[n++] = c;
    }
    value[n] = '\0';
    return urlform_utf8(value, n);
}

bool urlform_field(const char *body, size_t size, const char *name, char *value,
                   size_t value_size) {
    size_t name_size = strlen(name);

    value[0] = '\0';
    for (size_t at = 0; at < size;) {
        const char *end = memchr(body + at, '&', size - at);
        size_t length = end == NULL ? size - at : (size_t)(end - body) - at;

        if (length > name_size && body[at + name_size] == '=' &&
            memcmp(body + at, name, name_size) == 0) {
            if (decode(body + at + name_size + 1, length - name_size - 1, value, value_size))
                return true;
            value[0] = '\0';
            return false;
        }
        at += length + 1;
    }
    return false;
}
