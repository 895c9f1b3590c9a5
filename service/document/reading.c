/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/document/reading.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { NAMES_MAX = 64 }; /* of one list */

struct reading reading_begin(struct read_errors *errors, const char *pointer) {
    struct reading r = {.errors = errors};
    size_t size = strlen(pointer);
    r.length = size < sizeof r.pointer ? size : sizeof r.pointer - 1;
    memcpy(r.pointer, pointer, r.length);
    return r;
}

size_t reading_enter(struct reading *r, const char *key) {
    size_t mark = r->length;
    char longer[READ_POINTER_MAX];
    read_pointer(longer, r->pointer, key);
    r->length = strlen(longer);
    memcpy(r->pointer, longer, r->length + 1);
    return mark;
}

size_t reading_enter_at(struct reading *r, size_t index) {
    size_t mark = r->length;
    char longer[READ_POINTER_MAX];
    read_pointer_at(longer, r->pointer, index);
    r->length = strlen(longer);
    memcpy(r->pointer, longer, r->length + 1);
    return mark;
}

void reading_leave(struct reading *r, size_t mark) {
    r->length = mark;
    r->pointer[mark] = '\0';
}

static void refuse(struct reading *r, const char *format, va_list args) {
    char detail[READ_DETAIL_MAX];
    vsnprintf(detail, sizeof detail, format, args);
    read_error(r->errors, r->pointer, "%s", detail);
    r->failed = true;
}

void reading_refuse(struct reading *r, const char *format, ...) {
    va_list args;
    va_start(args, format);
    refuse(r, format, args);
    va_end(args);
}

void reading_refuse_at(struct reading *r, const char *key, const char *format, ...) {
    size_t mark = reading_enter(r, key);
    va_list args;
    va_start(args, format);
    refuse(r, format, args);
    va_end(args);
    reading_leave(r, mark);
}

bool reading_object(struct reading *r, const json_t *value, const char *const *known) {
    const char *key;
    json_t *member;
    if (!json_is_object(value)) {
        reading_refuse(r, "must be an object");
        return false;
    }
    /* jansson's iterators want a pointer to non-const though they change nothing */
    json_object_foreach((json_t *)(uintptr_t)value, key, member) {
        const char *const *name = known;
        while (*name != NULL && strcmp(*name, key) != 0)
            name++;
        if (*name != NULL)
            continue;
        if (r->errors->count >= READ_ERRORS_MAX) { /* more are not told, so none is worked out */
            r->failed = true;
            break;
        }
        const char *meant = read_nearest(key, known);
        if (meant != NULL)
            reading_refuse_at(r, key, "is not known here; did you mean \"%s\"?", meant);
        else
            reading_refuse_at(r, key, "is not known here");
    }
    return true;
}

bool reading_array(struct reading *r, const json_t *value, size_t max) {
    if (!json_is_array(value)) {
        reading_refuse(r, "must be an array");
        return false;
    }
    if (json_array_size(value) > max) {
        reading_refuse(r, "must have at most %zu elements", max);
        return false;
    }
    return true;
}

unsigned reading_number(struct reading *r, const json_t *value, unsigned min, unsigned max) {
    json_int_t number = json_integer_value(value);
    if (json_is_integer(value) && number >= (json_int_t)min && number <= (json_int_t)max)
        return (unsigned)number;
    if (min == max)
        reading_refuse(r, "must be %u", min);
    else
        reading_refuse(r, "must be a whole number from %u to %u", min, max);
    return min;
}

bool reading_bool(struct reading *r, const json_t *value) {
    if (!json_is_boolean(value))
        reading_refuse(r, "must be true or false");
    return json_is_true(value);
}

/* The names in quotes, or false where they are too many for one sentence. */
static bool list_names(char list[READ_DETAIL_MAX], const char *const *names, size_t n) {
    size_t used = 0;
    list[0] = '\0';
    for (size_t i = 0; i < n; i++) {
        int size;
        if (names[i] == NULL)
            continue;
        size = snprintf(list + used, READ_DETAIL_MAX - used, "%s\"%s\"", used > 0 ? ", " : "",
                        names[i]);
        used += size > 0 ? (size_t)size : 0;
        if (used + sizeof "must be one of " > READ_DETAIL_MAX)
            return false;
    }
    return true;
}

static void refuse_name(struct reading *r, const char *text, const char *const *names, size_t n) {
    const char *known[NAMES_MAX + 1] = {NULL}, *meant;
    char list[READ_DETAIL_MAX];
    size_t count = 0;
    if (list_names(list, names, n)) {
        reading_refuse(r, "must be one of %s", list);
        return;
    }
    for (size_t i = 0; i < n && count < NAMES_MAX; i++)
        if (names[i] != NULL)
            known[count++] = names[i];
    meant = text != NULL ? read_nearest(text, known) : NULL;
    if (meant != NULL)
        reading_refuse(r, "is not one of the %zu names there are; did you mean \"%s\"?", count,
                       meant);
    else
        reading_refuse(r, "is not one of the %zu names there are, from \"%s\" to \"%s\"", count,
                       known[0], known[count - 1]);
}

unsigned reading_name(struct reading *r, const json_t *value, const char *const *names, size_t n) {
    const char *text = json_string_value(value);
    for (unsigned i = 0; text != NULL && i < n; i++)
        if (names[i] != NULL && strcmp(names[i], text) == 0)
            return i;
    refuse_name(r, text, names, n);
    return 0;
}

const json_t *reading_member(struct reading *r, const json_t *object, const char *key,
                             bool required) {
    const json_t *value = json_object_get(object, key);
    if (value != NULL && !json_is_null(value))
        return value;
    if (required)
        reading_refuse_at(r, key, value == NULL ? "is missing" : "must not be null");
    return NULL;
}

unsigned reading_number_of(struct reading *r, const json_t *object, const char *key, unsigned min,
                           unsigned max, unsigned fallback) {
    const json_t *value = reading_member(r, object, key, fallback == READING_REQUIRED);
    if (value == NULL)
        return fallback == READING_REQUIRED ? min : fallback;
    size_t mark = reading_enter(r, key);
    unsigned number = reading_number(r, value, min, max);
    reading_leave(r, mark);
    return number;
}

bool reading_bool_of(struct reading *r, const json_t *object, const char *key, bool fallback) {
    const json_t *value = reading_member(r, object, key, false);
    if (value == NULL)
        return fallback;
    size_t mark = reading_enter(r, key);
    bool flag = reading_bool(r, value);
    reading_leave(r, mark);
    return flag;
}

unsigned reading_name_of(struct reading *r, const json_t *object, const char *key,
                         const char *const *names, size_t n, unsigned fallback) {
    const json_t *value = reading_member(r, object, key, fallback == READING_REQUIRED);
    if (value == NULL)
        return fallback == READING_REQUIRED ? 0 : fallback;
    size_t mark = reading_enter(r, key);
    unsigned index = reading_name(r, value, names, n);
    reading_leave(r, mark);
    return index;
}

const char *reading_text_of(struct reading *r, const json_t *object, const char *key, size_t min,
                            size_t max) {
    const json_t *value = reading_member(r, object, key, false);
    if (value == NULL)
        return NULL;
    if (!json_is_string(value))
        reading_refuse_at(r, key, "must be a text");
    else if (json_string_length(value) < min || json_string_length(value) > max)
        reading_refuse_at(r, key, "must have from %zu to %zu bytes", min, max);
    else
        return json_string_value(value);
    return NULL;
}
