/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/base/csv.h"

#include <string.h>

static bool is_formula(const char *text) {
    return text[0] != '\0' && strchr("=+-@", text[0]) != NULL;
}

void csv_quoted(struct buffer *body, const char *text) {
    buffer_text(body, is_formula(text) ? "\"'" : "\"");
    for (; *text != '\0'; text++) {
        if (*text == '"')
            buffer_byte(body, '"');
        buffer_byte(body, *text);
    }
    buffer_byte(body, '"');
}

void csv_field(struct buffer *body, const char *text) {
    if (is_formula(text) || strpbrk(text, ",\"\r\n") != NULL)
        csv_quoted(body, text);
    else
        buffer_text(body, text);
}
