/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/base/json_read.h"

#include <assert.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/text.h"

enum {
    NAME_MAX_BYTES = 40,    /* of an unknown name that is repeated in a sentence */
    NEAREST_NAME_MAX = 31,  /* longer names are not compared */
    NEAREST_DISTANCE = 2,   /* letters added, dropped or changed */
    CHOICES_TEXT_MAX = 120, /* bytes of an enumeration in a sentence */
};

static const char *failure_text(enum json_error_code code) {
    switch (code) {
    case json_error_premature_end_of_input: return "the JSON text ends too early";
    case json_error_end_of_input_expected:
        return "there is something behind the end of the JSON text";
    case json_error_invalid_utf8: return "the text is not valid UTF-8";
    case json_error_duplicate_key: return "an object has the same key twice";
    case json_error_numeric_overflow: return "a number is too large";
    case json_error_null_character:
    case json_error_null_byte_in_key: return "\\u0000 is not accepted in a text";
    default: return "this is not valid JSON";
    }
}

/* The byte at which arrays and objects are nested too deep, or size. Judged before parsing, so
 * that no recursion ever runs on a text that is too deep. */
static size_t too_deep_at(const char *text, size_t size) {
    int depth = 0;
    bool quoted = false;

    for (size_t i = 0; i < size; i++) {
        char c = text[i];

        if (quoted) {
            if (c == '\\')
                i++;
            else if (c == '"')
                quoted = false;
        } else if (c == '"') {
            quoted = true;
        } else if (c == '[' || c == '{') {
            if (++depth > READ_DEPTH_MAX)
                return i;
        } else if (c == ']' || c == '}') {
            depth--;
        }
    }
    return size;
}

/* Short of memory the library tells of a text that is wrong, or even cuts one off and goes on: so
 * what it asks for is watched. */
static _Thread_local bool memory_ran_out;

static void *watched_malloc(size_t size) {
    void *block = malloc(size);

    memory_ran_out |= block == NULL;
    return block;
}

static void watch_memory(void) {
    json_set_alloc_funcs(watched_malloc, free);
}

json_t *read_json(const char *text, size_t size, struct read_failure *failure) {
    static pthread_once_t watched = PTHREAD_ONCE_INIT;
    json_error_t error;
    json_t *json;
    size_t deep = too_deep_at(text, size);

    *failure = (struct read_failure){0};
    pthread_once(&watched, watch_memory);
    if (deep < size) {
        failure->offset = deep;
        snprintf(failure->detail, sizeof failure->detail,
                 "arrays and objects may be nested at most %d deep", READ_DEPTH_MAX);
        return NULL;
    }
    memory_ran_out = false;
    json = json_loadb(size == 0 ? "" : text, size, JSON_REJECT_DUPLICATES, &error);
    if (json != NULL && !memory_ran_out)
        return json;
    json_decref(json);
    failure->memory = memory_ran_out;
    failure->offset = error.position > 0 ? (size_t)error.position : 0;
    snprintf(failure->detail, sizeof failure->detail, "%s",
             memory_ran_out ? "there was not enough memory to read the JSON text"
             : size == 0    ? "the body is empty, JSON was expected"
                            : failure_text(json_error_code(&error)));
    return NULL;
}

void read_error(struct read_errors *errors, const char *pointer, const char *format, ...) {
    struct read_error *error;
    va_list args;

    if (errors->count == READ_ERRORS_MAX)
        return;
    error = &errors->items[errors->count++];
    snprintf(error->pointer, sizeof error->pointer, "%s", pointer);
    text_drop_partial(error->pointer);
    va_start(args, format);
    vsnprintf(error->detail, sizeof error->detail, format, args);
    va_end(args);
    text_drop_partial(error->detail);
}

void read_pointer(char out[READ_POINTER_MAX], const char *pointer, const char *key) {
    size_t at = (size_t)snprintf(out, READ_POINTER_MAX, "%s/", pointer);

    if (at >= READ_POINTER_MAX)
        at = READ_POINTER_MAX - 1;
    for (; *key != '\0' && at + 2 < READ_POINTER_MAX; key++) {
        if (*key == '~' || *key == '/') {
            out[at++] = '~';
            out[at++] = *key == '~' ? '0' : '1';
        } else {
            out[at++] = *key;
        }
    }
    out[at] = '\0';
    text_drop_partial(out);
}

void read_pointer_at(char out[READ_POINTER_MAX], const char *pointer, size_t index) {
    if (snprintf(out, READ_POINTER_MAX, "%s/%zu", pointer, index) >= READ_POINTER_MAX)
        text_drop_partial(out);
}

/* How many letters must be added, dropped or changed to make b of a; both are short. */
static int distance(const char *a, const char *b) {
    int row[NEAREST_NAME_MAX + 1];
    int b_size = (int)strlen(b);

    for (int j = 0; j <= b_size; j++)
        row[j] = j;
    for (int i = 0; a[i] != '\0'; i++) {
        int diagonal = row[0];

        row[0] = i + 1;
        for (int j = 0; j < b_size; j++) {
            int change = diagonal + (a[i] != b[j]);
            int gap = (row[j] < row[j + 1] ? row[j] : row[j + 1]) + 1;

            diagonal = row[j + 1];
            row[j + 1] = change < gap ? change : gap;
        }
    }
    return row[b_size];
}

static bool nearer(const char *name, const char *candidate, int *best) {
    int d;

    if (strlen(name) > NEAREST_NAME_MAX || strlen(candidate) > NEAREST_NAME_MAX)
        return false;
    d = distance(name, candidate);
    if (d >= *best || (size_t)d >= strlen(candidate))
        return false;
    *best = d;
    return true;
}

const char *read_nearest(const char *name, const char *const *names) {
    const char *nearest = NULL;
    int best = NEAREST_DISTANCE + 1;

    for (; *names != NULL; names++)
        if (nearer(name, *names, &best))
            nearest = *names;
    return nearest;
}

void read_unknown(struct read_errors *errors, const char *pointer, const char *name,
                  const struct read_field *fields, size_t count) {
    const char *what = errors->query ? "parameter" : "field";
    const char *nearest = NULL;
    char shown[NAME_MAX_BYTES + 1];
    int best = NEAREST_DISTANCE + 1;

    for (size_t i = 0; i < count; i++)
        if (nearer(name, fields[i].name, &best))
            nearest = fields[i].name;
    snprintf(shown, sizeof shown, "%s", name);
    text_drop_partial(shown);
    if (nearest != NULL)
        read_error(errors, pointer, "there is no %s \"%s\" here; did you mean \"%s\"?", what, shown,
                   nearest);
    else
        read_error(errors, pointer, "there is no %s \"%s\" here", what, shown);
}

static bool in_range(const struct read_field *field, int64_t value) {
    return (field->min == 0 && field->max == 0) || (value >= field->min && value <= field->max);
}

static bool set_number(struct read_errors *errors, const char *pointer,
                       const struct read_field *field, int64_t value) {
    if (!in_range(field, value)) {
        read_error(errors, pointer, "must be between %" PRId64 " and %" PRId64, field->min,
                   field->max);
        return false;
    }
    *field->to.number = value;
    return true;
}

static bool set_text(struct read_errors *errors, const char *pointer,
                     const struct read_field *field, const char *text) {
    if (!in_range(field, (int64_t)strlen(text))) {
        read_error(errors, pointer, "must have %" PRId64 " to %" PRId64 " bytes", field->min,
                   field->max);
        return false;
    }
    *field->to.text = text;
    return true;
}

static bool set_choice(struct read_errors *errors, const char *pointer,
                       const struct read_field *field, const char *text) {
    char list[CHOICES_TEXT_MAX] = "";
    size_t used = 0;

    for (int i = 0; field->choices[i] != NULL; i++) {
        if (strcmp(text, field->choices[i]) == 0) {
            *field->to.choice = i;
            return true;
        }
    }
    for (int i = 0; field->choices[i] != NULL && used < sizeof list; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s\"%s\"", i == 0 ? "" : ", ",
                                 field->choices[i]);
    read_error(errors, pointer, "must be one of %s", list);
    return false;
}

static bool set_array(struct read_errors *errors, const char *pointer,
                      const struct read_field *field, const json_t *value) {
    if (!in_range(field, (int64_t)json_array_size(value))) {
        read_error(errors, pointer, "must have %" PRId64 " to %" PRId64 " elements", field->min,
                   field->max);
        return false;
    }
    *field->to.json = value;
    return true;
}

static bool wrong_type(struct read_errors *errors, const char *pointer, enum read_type type) {
    static const char *const names[] = {
        [READ_BOOL] = "true or false", [READ_INT] = "a whole number", [READ_TEXT] = "a text",
        [READ_CHOICE] = "a text",      [READ_OBJECT] = "an object",   [READ_ARRAY] = "an array",
        [READ_ANY] = "a value",
    };

    read_error(errors, pointer, "must be %s", names[type]);
    return false;
}

static bool read_value(struct read_errors *errors, const char *pointer,
                       const struct read_field *field, const json_t *value) {
    if (json_is_null(value) && field->nullable)
        return true;
    switch (field->type) {
    case READ_BOOL:
        if (!json_is_boolean(value))
            break;
        *field->to.flag = json_is_true(value);
        return true;
    case READ_INT:
        if (!json_is_integer(value))
            break;
        return set_number(errors, pointer, field, json_integer_value(value));
    case READ_TEXT:
        if (!json_is_string(value))
            break;
        return set_text(errors, pointer, field, json_string_value(value));
    case READ_CHOICE:
        if (!json_is_string(value))
            break;
        return set_choice(errors, pointer, field, json_string_value(value));
    case READ_ARRAY:
        if (!json_is_array(value))
            break;
        return set_array(errors, pointer, field, value);
    case READ_OBJECT:
        if (!json_is_object(value))
            break;
        *field->to.json = value;
        return true;
    case READ_ANY: *field->to.json = value; return true;
    }
    return wrong_type(errors, pointer, field->type);
}

/* The members are looked at in two ways: the table's one by one, and, when some were left over,
 * all of them in search of the unknown. */
bool read_fields(struct read_errors *errors, const json_t *object, const char *pointer,
                 const struct read_field *fields, size_t count) {
    size_t errors_before = errors->count;
    size_t known = 0;
    char at[READ_POINTER_MAX];

    if (!json_is_object(object)) {
        wrong_type(errors, pointer, READ_OBJECT);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const json_t *value = json_object_get(object, fields[i].name);

        if (fields[i].given != NULL)
            *fields[i].given = value != NULL;
        known += value != NULL;
        if (value == NULL && !fields[i].required)
            continue;
        read_pointer(at, pointer, fields[i].name);
        if (value == NULL)
            read_error(errors, at, "is missing");
        else
            read_value(errors, at, &fields[i], value);
    }
    if (known < json_object_size(object)) {
        json_t *members = (json_t *)object; /* only read; the iterators' types lack const */
        const char *key;
        json_t *value;

        json_object_foreach(members, key, value) {
            size_t i = 0;

            while (i < count && strcmp(fields[i].name, key) != 0)
                i++;
            if (i == count) {
                read_pointer(at, pointer, key);
                read_unknown(errors, at, key, fields, count);
            }
        }
    }
    return errors->count == errors_before;
}

static bool whole_number(const char *text, int64_t *value) {
    const char *digits = text + (*text == '-');
    size_t size = strspn(digits, "0123456789");

    if (size == 0 || size > 18 || digits[size] != '\0')
        return false;
    *value = strtoll(text, NULL, 10);
    return true;
}

bool read_field_text(struct read_errors *errors, const char *text, const struct read_field *field) {
    int64_t number;

    if (field->given != NULL)
        *field->given = true;
    switch (field->type) {
    case READ_BOOL:
        if (strcmp(text, "true") != 0 && strcmp(text, "false") != 0)
            break;
        *field->to.flag = *text == 't';
        return true;
    case READ_INT:
        if (!whole_number(text, &number))
            break;
        return set_number(errors, field->name, field, number);
    case READ_TEXT: return set_text(errors, field->name, field, text);
    case READ_CHOICE: return set_choice(errors, field->name, field, text);
    default: assert(false && "a query parameter has a type that text cannot have"); break;
    }
    return wrong_type(errors, field->name, field->type);
}
