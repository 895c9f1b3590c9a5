/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/base/buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { BUFFER_FIRST = 256 };

void buffer_init(struct buffer *buffer, size_t limit) {
    *buffer = (struct buffer){.limit = limit};
}

void buffer_free(struct buffer *buffer) {
    if (buffer == NULL)
        return;
    free(buffer->data);
    buffer_init(buffer, buffer->limit);
}

void buffer_clear(struct buffer *buffer) {
    buffer->size = 0;
    buffer->failed = buffer->no_memory = false;
}

bool buffer_grow(struct buffer *buffer, size_t more) {
    size_t capacity = buffer->capacity == 0 ? BUFFER_FIRST : buffer->capacity;
    char *data;

    if (buffer->failed || more > buffer->limit - buffer->size) {
        buffer->failed = true;
        return false;
    }
    while (capacity - buffer->size < more)
        capacity *= 2;
    if (capacity > buffer->limit)
        capacity = buffer->limit;
    if (capacity == buffer->capacity)
        return true;
    data = realloc(buffer->data, capacity);
    if (data == NULL) {
        buffer->failed = buffer->no_memory = true;
        return false;
    }
    buffer->data = data;
    buffer->capacity = capacity;
    return true;
}

void buffer_format(struct buffer *buffer, const char *format, ...) {
    va_list args;
    va_list again;
    int size;
    char *to;

    va_start(args, format);
    va_copy(again, args);
    size = vsnprintf(NULL, 0, format, args);
    va_end(args);
    /* One byte more for vsnprintf's NUL, which is not counted. */
    to = size < 0 ? NULL : buffer_reserve(buffer, (size_t)size + 1);
    if (to != NULL) {
        vsnprintf(to, (size_t)size + 1, format, again);
        buffer->size += (size_t)size;
    } else {
        buffer->failed = true;
    }
    va_end(again);
}
