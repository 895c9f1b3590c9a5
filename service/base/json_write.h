/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_BASE_JSON_WRITE_H
#define SERVICE_BASE_JSON_WRITE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "service/base/buffer.h"

/*
 * Writes JSON straight into a buffer: no tree, no allocation per value. The writer sets commas; the
 * caller ensures that every key has one value and everything opened is closed. Errors are the
 * buffer's: check out->failed when done.
 */
struct writer {
    struct buffer *out;
    bool comma; /* the next key or element needs one before it */
};

static inline struct writer writer_to(struct buffer *out) {
    return (struct writer){.out = out};
}
/* Initializes OUT, with room for at most LIMIT bytes. */
static inline struct writer writer_begin(struct buffer *out, size_t limit) {
    buffer_init(out, limit);
    return writer_to(out);
}

/* The parts below are for this header's own use. */
static inline void writer_before(struct writer *w) {
    if (w->comma)
        buffer_byte(w->out, ',');
    w->comma = true;
}

static inline void writer_open(struct writer *w, char bracket) {
    writer_before(w);
    buffer_byte(w->out, bracket);
    w->comma = false;
}

static inline void writer_close(struct writer *w, char bracket) {
    buffer_byte(w->out, bracket);
    w->comma = true;
}

/* Text prepared by the writer's macros, `"name":`, copied in one go. */
static inline void writer_ready_key(struct writer *w, const char *key, size_t size) {
    writer_before(w);
    buffer_append(w->out, key, size);
    w->comma = false;
}

/* A key of a table, `,"name":` with its comma, in a block of fixed size that is copied as a whole. */
enum { WRITER_KEY_BLOCK = 24 };
static inline void writer_block_key(struct writer *w, const char key[WRITER_KEY_BLOCK],
                                    size_t size) {
    char *to = buffer_reserve(w->out, WRITER_KEY_BLOCK);

    if (to == NULL)
        return;
    if (w->comma) {
        memcpy(to, key, WRITER_KEY_BLOCK);
        w->out->size += size;
    } else {
        memcpy(to, key + 1, WRITER_KEY_BLOCK - 1);
        w->out->size += size - 1;
    }
    w->comma = false;
}

/* The same and its value, a number below 100, in one piece. */
static inline void writer_block_small(struct writer *w, const char key[WRITER_KEY_BLOCK],
                                      size_t size, unsigned number) {
    char *to = buffer_reserve(w->out, WRITER_KEY_BLOCK + 2);
    size_t begin = w->comma ? 0 : 1, n = size - begin;

    if (to == NULL)
        return;
    memcpy(to, key + begin, WRITER_KEY_BLOCK - 1);
    if (number >= 10)
        to[n++] = (char)('0' + number / 10);
    to[n++] = (char)('0' + number % 10);
    w->out->size += n;
    w->comma = true;
}

static inline void writer_object(struct writer *w) {
    writer_open(w, '{');
}
static inline void writer_object_end(struct writer *w) {
    writer_close(w, '}');
}
static inline void writer_array(struct writer *w) {
    writer_open(w, '[');
}
static inline void writer_array_end(struct writer *w) {
    writer_close(w, ']');
}

/* A key given as a string literal that needs no escaping. */
#define writer_key(w, literal)                                                                     \
    writer_ready_key((w), "\"" literal "\":", sizeof("\"" literal "\":") - 1)

/* A key known only at run time. */
void writer_key_text(struct writer *w, const char *key);

void writer_int(struct writer *w, int64_t value);
/* The same, null for 0, which stands for "none". */
void writer_int_or_null(struct writer *w, int64_t value);
/* The text must be valid UTF-8, as everything read from JSON is. */
void writer_string(struct writer *w, const char *text, size_t size);
void writer_text(struct writer *w, const char *text);
/* Text, or null for a NULL or empty one. */
void writer_text_or_null(struct writer *w, const char *text);
/* A point in time in Unix milliseconds as an RFC 3339 string in UTC, "2026-01-31T08:05:09.042Z". */
void writer_time(struct writer *w, int64_t unix_ms);
/* The same, null for 0, which stands for "not yet". */
void writer_time_or_null(struct writer *w, int64_t unix_ms);
/* Bytes as lower-case hexadecimal digits. */
void writer_hex(struct writer *w, const uint8_t *bytes, size_t size);
/* An array of those of the N NAMES whose bit is in SET. */
void writer_names(struct writer *w, const char *const *names, unsigned n, uint64_t set);
/* A finished piece of JSON, copied as it is. */
void writer_json(struct writer *w, const char *json, size_t size);
/* A document, without spaces. */
void writer_json_value(struct writer *w, const json_t *value);

static inline void writer_bool(struct writer *w, bool value) {
    writer_before(w);
    buffer_append(w->out, value ? "true" : "false", value ? 4 : 5);
}

static inline void writer_null(struct writer *w) {
    writer_before(w);
    buffer_append(w->out, "null", 4);
}

/* Whole members of an object; name is a literal. */
#define writer_int_member(w, name, value) (writer_key(w, name), writer_int((w), (value)))
#define writer_int_or_null_member(w, name, value)                                                  \
    (writer_key(w, name), writer_int_or_null((w), (value)))
#define writer_bool_member(w, name, value) (writer_key(w, name), writer_bool((w), (value)))
#define writer_text_member(w, name, value) (writer_key(w, name), writer_text((w), (value)))
#define writer_time_member(w, name, value) (writer_key(w, name), writer_time((w), (value)))
#define writer_time_or_null_member(w, name, value)                                                 \
    (writer_key(w, name), writer_time_or_null((w), (value)))
#define writer_text_or_null_member(w, name, value)                                                 \
    (writer_key(w, name), writer_text_or_null((w), (value)))

#endif
