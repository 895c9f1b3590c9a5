/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/base/json_write.h"

#include <stdio.h>

#include "service/base/time_text.h"

static const char hex_digits[] = "0123456789abcdef";

enum {
    INT_DIGITS_MAX = 20, /* "-9223372036854775808" */
    ESCAPE_MAX = 6,      /* "\u001f" */
};

/* Writes a number of one or two digits, as most in a game are, and its comma in one piece. */
static void write_small(struct writer *w, unsigned number) {
    char *to = buffer_reserve(w->out, 3);
    size_t n = 0;

    if (to == NULL)
        return;
    if (w->comma)
        to[n++] = ',';
    if (number >= 10)
        to[n++] = (char)('0' + number / 10);
    to[n++] = (char)('0' + number % 10);
    w->out->size += n;
    w->comma = true;
}

void writer_int(struct writer *w, int64_t value) {
    char digits[INT_DIGITS_MAX];
    size_t at = sizeof digits;
    /* Negating in unsigned arithmetic, so that INT64_MIN has a magnitude too. */
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;

    if (rest < 100 && value >= 0) {
        write_small(w, (unsigned)rest);
        return;
    }
    writer_before(w);
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    if (value < 0)
        digits[--at] = '-';
    buffer_append(w->out, digits + at, sizeof digits - at);
}

static inline bool is_plain_byte(unsigned char byte) {
    return byte >= 0x20 && byte != '"' && byte != '\\' && byte != 0x7f;
}

static size_t escape_byte(char *to, unsigned char byte) {
    static const char short_forms[] = "\bb\ff\nn\rr\tt\"\"\\\\";

    for (size_t i = 0; i < sizeof short_forms - 1; i += 2) {
        if ((unsigned char)short_forms[i] == byte) {
            to[0] = '\\';
            to[1] = short_forms[i + 1];
            return 2;
        }
    }
    memcpy(to, "\\u00", 4);
    to[4] = hex_digits[byte >> 4];
    to[5] = hex_digits[byte & 15];
    return ESCAPE_MAX;
}

/* Whether any of eight bytes may be below 0x20, a quote, a backslash or 0x7f. Bytes beyond ASCII can give false
 * positives. */
static inline bool may_need_escape(uint64_t bytes) {
    const uint64_t ones = UINT64_MAX / 255, high = ones << 7;
    uint64_t quote = bytes ^ ones * '"', backslash = bytes ^ ones * '\\',
             rubout = bytes ^ ones * 0x7f;

    return ((bytes - ones * 0x20) | (quote - ones) | (backslash - ones) | (rubout - ones)) & high;
}

static inline bool four_may_need_escape(const char *first, const char *second) {
    uint32_t halves[2];

    memcpy(&halves[0], first, sizeof halves[0]);
    memcpy(&halves[1], second, sizeof halves[1]);
    return may_need_escape((uint64_t)halves[1] << 32 | halves[0]);
}

/* Whether certainly nothing in a text has to be escaped. Some of the last bytes are checked twice. */
static bool needs_no_escape(const char *text, size_t size) {
    if (size < 4) {
        for (size_t i = 0; i < size; i++)
            if (!is_plain_byte((unsigned char)text[i]))
                return false;
        return true;
    }
    for (size_t i = 0; i + 8 < size; i += 8)
        if (four_may_need_escape(text + i, text + i + 4))
            return false;
    return !four_may_need_escape(text + (size < 8 ? 0 : size - 8), text + size - 4);
}

static void write_quoted(struct buffer *out, const char *text, size_t size) {
    char escaped[ESCAPE_MAX];
    size_t done = 0;

    if (needs_no_escape(text, size)) {
        char *to = buffer_reserve(out, size + 2);

        if (to == NULL)
            return;
        to[0] = '"';
        memcpy(to + 1, text, size);
        to[size + 1] = '"';
        out->size += size + 2;
        return;
    }
    buffer_byte(out, '"');
    for (size_t i = 0; i < size; i++) {
        if (is_plain_byte((unsigned char)text[i]))
            continue;
        buffer_append(out, text + done, i - done);
        buffer_append(out, escaped, escape_byte(escaped, (unsigned char)text[i]));
        done = i + 1;
    }
    buffer_append(out, text + done, size - done);
    buffer_byte(out, '"');
}

void writer_string(struct writer *w, const char *text, size_t size) {
    writer_before(w);
    write_quoted(w->out, text, size);
}

void writer_text(struct writer *w, const char *text) {
    writer_string(w, text, strlen(text));
}

void writer_text_or_null(struct writer *w, const char *text) {
    if (text == NULL || *text == '\0')
        writer_null(w);
    else
        writer_text(w, text);
}

void writer_int_or_null(struct writer *w, int64_t value) {
    if (value == 0)
        writer_null(w);
    else
        writer_int(w, value);
}

void writer_key_text(struct writer *w, const char *key) {
    writer_before(w);
    write_quoted(w->out, key, strlen(key));
    buffer_byte(w->out, ':');
    w->comma = false;
}

void writer_time(struct writer *w, int64_t unix_ms) {
    char text[TIME_TEXT_SIZE];

    writer_string(w, text, time_write(text, unix_ms));
}

void writer_time_or_null(struct writer *w, int64_t unix_ms) {
    if (unix_ms == 0)
        writer_null(w);
    else
        writer_time(w, unix_ms);
}

void writer_hex(struct writer *w, const uint8_t *bytes, size_t size) {
    char *to;

    writer_before(w);
    to = buffer_reserve(w->out, 2 * size + 2);
    if (to == NULL)
        return;
    *to++ = '"';
    for (size_t i = 0; i < size; i++) {
        *to++ = hex_digits[bytes[i] >> 4];
        *to++ = hex_digits[bytes[i] & 15];
    }
    *to = '"';
    w->out->size += 2 * size + 2;
}

void writer_names(struct writer *w, const char *const *names, unsigned n, uint64_t set) {
    writer_array(w);
    for (unsigned i = 0; i < n; i++)
        if (set >> i & 1)
            writer_text(w, names[i]);
    writer_array_end(w);
}

void writer_json(struct writer *w, const char *json, size_t size) {
    writer_before(w);
    buffer_append(w->out, json, size);
}

void writer_json_value(struct writer *w, const json_t *value) {
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);

    if (text != NULL)
        writer_json(w, text, strlen(text));
    else
        w->out->failed = w->out->no_memory = true;
    free(text);
}
