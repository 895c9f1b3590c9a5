/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_BASE_BUFFER_H
#define SERVICE_BASE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/*
 * A growing byte buffer with a limit. Once it would exceed the limit, or memory runs out, it is
 * `failed` and further writing does nothing: callers keep writing and check once at the end.
 */
struct buffer {
    char *data;      /* from malloc; NULL while empty; not NUL-terminated */
    size_t size;     /* bytes written */
    size_t capacity; /* bytes allocated */
    size_t limit;    /* the most bytes that it may hold */
    bool failed;
    bool no_memory; /* it failed for lack of memory */
};

/* An empty buffer; allocates nothing yet. */
void buffer_init(struct buffer *buffer, size_t limit);

/* Frees what it holds; it is empty and usable again afterwards. NULL is fine. */
void buffer_free(struct buffer *buffer);

/* Empties it and resets `failed`, keeping the memory. */
void buffer_clear(struct buffer *buffer);

/* Makes room for `more` further bytes; false when the buffer has failed. */
bool buffer_grow(struct buffer *buffer, size_t more);

/* Appends formatted text, as printf does. */
__attribute__((format(printf, 2, 3))) void buffer_format(struct buffer *buffer, const char *format,
                                                         ...);

/* Where `more` bytes may be written; the caller then adds the number written to size. NULL when the
 * buffer has failed. */
static inline char *buffer_reserve(struct buffer *buffer, size_t more) {
    if (buffer->capacity - buffer->size < more && !buffer_grow(buffer, more))
        return NULL;
    return buffer->data + buffer->size;
}

static inline void buffer_append(struct buffer *buffer, const void *bytes, size_t size) {
    char *to = size > 0 ? buffer_reserve(buffer, size) : NULL;

    if (to != NULL) {
        memcpy(to, bytes, size);
        buffer->size += size;
    }
}

static inline void buffer_byte(struct buffer *buffer, char byte) {
    char *to = buffer_reserve(buffer, 1);

    if (to != NULL) {
        *to = byte;
        buffer->size++;
    }
}

static inline void buffer_text(struct buffer *buffer, const char *text) {
    buffer_append(buffer, text, strlen(text));
}

/* Whether both hold the same bytes. */
static inline bool buffer_equal(const struct buffer *left, const struct buffer *right) {
    return left->size == right->size &&
           (left->size == 0 || memcmp(left->data, right->data, left->size) == 0);
}

#endif
