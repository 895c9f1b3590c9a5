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
    NEAREST_NAME_MAX = 31, /* longer names are not compared */
    NEAREST_DISTANCE = 2,  /* letters added, dropped or changed */
    NAMES_MAX = 64,        /* of one list */
};

static const char *failure_text(enum json_error_code code) {
    switch (code) {
    case json_error_premature_end_of_input: return "the JSON text ends too early";
    case json_error_end_of_input_expected:
        return "there is something after the end of the JSON text";
    case json_error_invalid_utf8: return "the text is not valid UTF-8";
    case json_error_duplicate_key: return "an object has the same key twice";
    case json_error_numeric_overflow: return "a number is too large";
    case json_error_null_character:
    case json_error_null_byte_in_key: return "\\u0000 is not accepted in a text";
    default: return "this is not valid JSON";
    }
}

/* A scan before parsing, so that no text that is too deep is recursed into, and no tree is built of one
 * with too many values. */
struct json_scan {
    size_t values; /* at least as many as there are */
    size_t at;     /* where one of these was found, or its end */
    bool too_deep;
    bool too_many;
};

static struct json_scan scan_json(const char *text, size_t size) {
    struct json_scan scan = {.values = 1};
    int depth = 0;
    bool quoted = false;

    for (; scan.at < size; scan.at++) {
        char c = text[scan.at];

        if (quoted) {
            if (c == '\\')
                scan.at++;
            else if (c == '"')
                quoted = false;
            continue;
        }
        quoted = c == '"';
        scan.values += c == ',' || c == '[' || c == '{';
        depth += c == '[' || c == '{';
        depth -= c == ']' || c == '}';
        scan.too_deep = depth > READ_DEPTH_MAX;
        scan.too_many = scan.values > READ_VALUES_MAX;
        if (scan.too_deep || scan.too_many)
            break;
    }
    return scan;
}

size_t read_json_cost(const char *text, size_t size) {
    struct json_scan scan = scan_json(text, size);

    return scan.too_deep || scan.too_many ? 0 : scan.values * READ_VALUE_BYTES + size;
}

/* Short of memory the library reports a syntax error, or even truncates a text and goes on; so its
 * allocations are watched. */
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
    struct json_scan scan = scan_json(text, size);

    *failure = (struct read_failure){0};
    pthread_once(&watched, watch_memory);
    if (scan.too_deep || scan.too_many) {
        failure->offset = scan.at;
        snprintf(failure->detail, sizeof failure->detail,
                 scan.too_deep ? "arrays and objects may be nested at most %d deep"
                               : "there may be at most %d values",
                 scan.too_deep ? READ_DEPTH_MAX : READ_VALUES_MAX);
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

/* Writes "/" and KEY at AT of a pointer, truncated if too long; returns its new end. */
static size_t append_key(char pointer[READ_POINTER_MAX], size_t at, const char *key) {
    char *begin = pointer + at;

    if (at + 1 < READ_POINTER_MAX)
        pointer[at++] = '/';
    for (; *key != '\0' && at + 2 < READ_POINTER_MAX; key++) {
        if (*key == '~' || *key == '/') {
            pointer[at++] = '~';
            pointer[at++] = *key == '~' ? '0' : '1';
        } else {
            pointer[at++] = *key;
        }
    }
    pointer[at] = '\0';
    if (*key != '\0')
        text_drop_partial(begin);
    return (size_t)(begin - pointer) + strlen(begin);
}

static size_t append_index(char pointer[READ_POINTER_MAX], size_t at, size_t index) {
    char key[24];

    snprintf(key, sizeof key, "%zu", index);
    return append_key(pointer, at, key);
}

void read_pointer(char out[READ_POINTER_MAX], const char *pointer, const char *key) {
    struct reading r = reading_begin(NULL, pointer);

    append_key(r.pointer, r.length, key);
    memcpy(out, r.pointer, sizeof r.pointer);
}

void read_pointer_at(char out[READ_POINTER_MAX], const char *pointer, size_t index) {
    struct reading r = reading_begin(NULL, pointer);

    append_index(r.pointer, r.length, index);
    memcpy(out, r.pointer, sizeof r.pointer);
}

/* ---- suggestions for misspelled names ---- */

/* How many letters must be added, dropped or changed to turn a into b; both are short. */
static int edit_distance(const char *a, const char *b) {
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

/* Names whose lengths differ are at least that far apart: most candidates end there, before the costly distance. */
static bool is_nearer(const char *name, const char *candidate, int *best) {
    int from = (int)strnlen(name, NEAREST_NAME_MAX + 1);
    int to = (int)strnlen(candidate, NEAREST_NAME_MAX + 1), d;

    if (from > NEAREST_NAME_MAX || to > NEAREST_NAME_MAX || abs(from - to) >= *best)
        return false;
    d = edit_distance(name, candidate);
    if (d >= *best || d >= to)
        return false;
    *best = d;
    return true;
}

/* The I-th name of rows of SIZE bytes that begin with their name. */
static const char *row_name(const void *rows, size_t size, size_t i) {
    const char *name;

    memcpy(&name, (const char *)rows + i * size, sizeof name);
    return name;
}

static const char *nearest_row(const char *name, const void *rows, size_t size, size_t count) {
    const char *nearest = NULL;
    int best = NEAREST_DISTANCE + 1;

    for (size_t i = 0; i < count; i++)
        if (is_nearer(name, row_name(rows, size, i), &best))
            nearest = row_name(rows, size, i);
    return nearest;
}

static size_t count_names(const char *const *names) {
    size_t n = 0;

    while (names[n] != NULL)
        n++;
    return n;
}

const char *read_nearest(const char *name, const char *const *names) {
    return nearest_row(name, names, sizeof *names, count_names(names));
}

enum { ROWS_MAX = READ_DETAIL_MAX - 32 /* bytes of a list of names in a sentence */ };

/* Lists the names of all rows, "a, b, c"; false if they do not fit into a sentence, or there are none. */
static bool list_rows(char list[ROWS_MAX], const void *rows, size_t size, size_t count) {
    size_t length = 0;

    for (size_t i = 0; i < count; i++) {
        int added = snprintf(list + length, ROWS_MAX - length, "%s%s", i == 0 ? "" : ", ",
                             row_name(rows, size, i));

        if (added < 0 || (size_t)added >= ROWS_MAX - length)
            return false;
        length += (size_t)added;
    }
    return count > 0;
}

static void refuse_unknown(struct read_errors *errors, const char *pointer, const char *name,
                           const void *rows, size_t size, size_t count) {
    char list[ROWS_MAX];
    const char *nearest;

    if (errors->count == READ_ERRORS_MAX) /* no more are noted, so no message is composed */
        return;
    nearest = nearest_row(name, rows, size, count);
    if (nearest != NULL)
        read_error(errors, pointer, "is not known here; did you mean \"%s\"?", nearest);
    else if (list_rows(list, rows, size, count))
        read_error(errors, pointer, "is not known here; known %s: %s", count == 1 ? "is" : "are",
                   list);
    else
        read_error(errors, pointer, "is not known here");
}

/* ---- the cursor ---- */

struct reading reading_begin(struct read_errors *errors, const char *pointer) {
    struct reading r = {.errors = errors};

    r.length = text_cut(pointer, strlen(pointer), sizeof r.pointer - 1);
    memcpy(r.pointer, pointer, r.length);
    return r;
}

size_t reading_enter(struct reading *r, const char *key) {
    size_t mark = r->length;

    r->length = append_key(r->pointer, mark, key);
    return mark;
}

size_t reading_enter_at(struct reading *r, size_t index) {
    size_t mark = r->length;

    r->length = append_index(r->pointer, mark, index);
    return mark;
}

void reading_leave(struct reading *r, size_t mark) {
    r->length = mark;
    r->pointer[mark] = '\0';
}

static void refuse_with(struct reading *r, const char *format, va_list args) {
    char detail[READ_DETAIL_MAX];

    vsnprintf(detail, sizeof detail, format, args);
    read_error(r->errors, r->pointer, "%s%s", r->absent ? "is missing; it " : "", detail);
    r->failed = true;
}

void reading_refuse(struct reading *r, const char *format, ...) {
    va_list args;

    va_start(args, format);
    refuse_with(r, format, args);
    va_end(args);
}

void reading_refuse_at(struct reading *r, const char *key, const char *format, ...) {
    size_t mark = reading_enter(r, key);
    va_list args;

    va_start(args, format);
    refuse_with(r, format, args);
    va_end(args);
    reading_leave(r, mark);
}

/* ---- one value ---- */

/* Refuses a value that is not of the type. */
static bool check_type(struct reading *r, bool right, enum read_type type) {
    static const char *const names[] = {
        [READ_BOOL] = "true or false", [READ_INT] = "a whole number", [READ_TEXT] = "a text",
        [READ_CHOICE] = "a text",      [READ_OBJECT] = "an object",   [READ_ARRAY] = "an array",
    };

    if (!right)
        reading_refuse(r, "must be %s", names[type]);
    return right;
}

/* A number from MIN to MAX, or with INTEGER false anything else. */
static bool check_number(struct reading *r, bool integer, int64_t number, int64_t min,
                         int64_t max) {
    if (integer && number >= min && number <= max)
        return true;
    if (min == max)
        reading_refuse(r, "must be %" PRId64, min);
    else if (max == INT64_MAX)
        reading_refuse(r, "must be a whole number from %" PRId64, min);
    else
        reading_refuse(r, "must be a whole number from %" PRId64 " to %" PRId64, min, max);
    return false;
}

/* Checks that something has from MIN to MAX bytes or elements, as WHAT says. */
static bool check_size(struct reading *r, size_t size, int64_t min, int64_t max, const char *what) {
    if ((int64_t)size >= min && (int64_t)size <= max)
        return true;
    reading_refuse(r, "must have %" PRId64 " to %" PRId64 " %s", min, max, what);
    return false;
}

/* Lists the names in quotes; false if they are too many for one sentence. */
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
    if (text == NULL)
        reading_refuse(r, "must be one of the %zu names there are, from \"%s\" to \"%s\"", count,
                       known[0], known[count - 1]);
    else if (meant != NULL)
        reading_refuse(r, "is not one of the %zu names there are; did you mean \"%s\"?", count,
                       meant);
    else
        reading_refuse(r, "is not one of the %zu names there are, from \"%s\" to \"%s\"", count,
                       known[0], known[count - 1]);
}

/* Sets *INDEX to that of TEXT (NULL: no text) among the names. */
static bool check_name(struct reading *r, const char *text, const char *const *names, size_t n,
                       unsigned *index) {
    for (unsigned i = 0; text != NULL && i < n; i++)
        if (names[i] != NULL && strcmp(names[i], text) == 0) {
            *index = i;
            return true;
        }
    refuse_name(r, text, names, n);
    return false;
}

bool reading_object_rows(struct reading *r, const json_t *value, const void *rows, size_t size,
                         size_t count) {
    const char *key;
    json_t *member;

    if (!check_type(r, json_is_object(value), READ_OBJECT))
        return false;
    /* jansson's iterators want a pointer to non-const though they change nothing */
    json_object_foreach((json_t *)(uintptr_t)value, key, member) {
        size_t i = 0, mark;

        while (i < count && strcmp(row_name(rows, size, i), key) != 0)
            i++;
        if (i < count)
            continue;
        mark = reading_enter(r, key);
        refuse_unknown(r->errors, r->pointer, key, rows, size, count);
        reading_leave(r, mark);
        r->failed = true;
    }
    return true;
}

bool reading_object(struct reading *r, const json_t *value, const char *const *known) {
    return reading_object_rows(r, value, known, sizeof *known, count_names(known));
}

bool reading_array(struct reading *r, const json_t *value, size_t max) {
    if (!check_type(r, json_is_array(value), READ_ARRAY))
        return false;
    if (json_array_size(value) <= max)
        return true;
    reading_refuse(r, "must have at most %zu elements", max);
    return false;
}

unsigned reading_number(struct reading *r, const json_t *value, unsigned min, unsigned max) {
    json_int_t number = json_integer_value(value);

    return check_number(r, json_is_integer(value), number, min, max) ? (unsigned)number : min;
}

bool reading_bool(struct reading *r, const json_t *value) {
    return check_type(r, json_is_boolean(value), READ_BOOL) && json_is_true(value);
}

unsigned reading_name(struct reading *r, const json_t *value, const char *const *names, size_t n) {
    unsigned index = 0;

    (void)check_name(r, json_string_value(value), names, n, &index);
    return index;
}

/* ---- members ---- */

const json_t *reading_member(struct reading *r, const json_t *object, const char *key,
                             bool required) {
    const json_t *value = json_object_get(object, key);

    if (value != NULL && !json_is_null(value))
        return value;
    if (required)
        reading_refuse_at(r, key, value == NULL ? "is missing" : "must not be null");
    return NULL;
}

const json_t *reading_enter_member(struct reading *r, const json_t *object, const char *key,
                                   bool required, size_t *mark) {
    const json_t *value = reading_member(r, object, key, required);

    *mark = reading_enter(r, key);
    return value;
}

unsigned reading_number_of(struct reading *r, const json_t *object, const char *key, unsigned min,
                           unsigned max, unsigned fallback) {
    size_t mark;
    const json_t *value = reading_enter_member(r, object, key, false, &mark);
    unsigned number = fallback;

    r->absent = json_object_get(object, key) == NULL; /* null is there, and wrong */
    if (value != NULL || fallback == READING_REQUIRED)
        number = reading_number(r, value, min, max);
    r->absent = false;
    reading_leave(r, mark);
    return number;
}

bool reading_bool_of(struct reading *r, const json_t *object, const char *key, bool fallback) {
    size_t mark;
    const json_t *value = reading_enter_member(r, object, key, false, &mark);
    bool flag = value != NULL ? reading_bool(r, value) : fallback;

    reading_leave(r, mark);
    return flag;
}

unsigned reading_name_of(struct reading *r, const json_t *object, const char *key,
                         const char *const *names, size_t n, unsigned fallback) {
    size_t mark;
    const json_t *value = reading_enter_member(r, object, key, false, &mark);
    unsigned index = fallback;

    r->absent = json_object_get(object, key) == NULL; /* null is there, and wrong */
    if (value != NULL || fallback == READING_REQUIRED)
        index = reading_name(r, value, names, n);
    r->absent = false;
    reading_leave(r, mark);
    return index;
}

const char *reading_text_of(struct reading *r, const json_t *object, const char *key, size_t min,
                            size_t max) {
    size_t mark;
    const json_t *value = reading_enter_member(r, object, key, false, &mark);
    const char *text = NULL;

    if (value != NULL && check_type(r, json_is_string(value), READ_TEXT) &&
        check_size(r, json_string_length(value), (int64_t)min, (int64_t)max, "bytes"))
        text = json_string_value(value);
    reading_leave(r, mark);
    return text;
}

struct reading_list reading_list(struct reading *r, const json_t *value, size_t max) {
    struct reading_list list = {.r = r, .outside = r->length};

    if (value != NULL && reading_array(r, value, max)) {
        list.array = value;
        list.size = json_array_size(value);
    }
    list.inside = r->length;
    return list;
}

struct reading_list reading_list_of(struct reading *r, const json_t *object, const char *key,
                                    size_t max) {
    size_t outside;
    const json_t *value = reading_enter_member(r, object, key, false, &outside);
    struct reading_list list = reading_list(r, value, max);

    list.outside = outside;
    return list;
}

const json_t *reading_next(struct reading_list *list) {
    if (list->next == list->size) {
        reading_leave(list->r, list->outside);
        return NULL;
    }
    reading_leave(list->r, list->inside);
    reading_enter_at(list->r, list->next);
    return json_array_get(list->array, list->next++);
}

unsigned reading_set(struct reading *r, const json_t *value, const char *const *names, unsigned n) {
    struct reading_list list = reading_list(r, value, n);
    const json_t *item;
    unsigned set = 0;

    while ((item = reading_next(&list)) != NULL) {
        unsigned index = 0;
        bool good = names != NULL ? check_name(r, json_string_value(item), names, n, &index)
                                  : check_number(r, json_is_integer(item), json_integer_value(item),
                                                 0, (int64_t)n - 1);

        if (good && names == NULL)
            index = (unsigned)json_integer_value(item);
        if (good && set >> index & 1)
            reading_refuse(r, "is named twice");
        set |= 1U << index;
    }
    return set;
}

/* ---- tables of fields ---- */

static bool has_limits(const struct read_field *field) {
    return field->min != 0 || field->max != 0;
}

static void set_number(struct reading *r, const struct read_field *field, bool integer,
                       int64_t number) {
    if (has_limits(field) ? check_number(r, integer, number, field->min, field->max)
                          : check_type(r, integer, READ_INT))
        *field->to.number = number;
}

static void set_text(struct reading *r, const struct read_field *field, const char *text) {
    if (!has_limits(field) || check_size(r, strlen(text), field->min, field->max, "bytes"))
        *field->to.text = text;
}

static void set_choice(struct reading *r, const struct read_field *field, const char *text) {
    unsigned index;

    if (check_name(r, text, field->choices, count_names(field->choices), &index))
        *field->to.choice = (int)index;
}

static void read_json_value(struct reading *r, const struct read_field *field,
                            const json_t *value) {
    if (json_is_null(value) && field->nullable)
        return;
    switch (field->type) {
    case READ_BOOL:
        if (check_type(r, json_is_boolean(value), READ_BOOL))
            *field->to.flag = json_is_true(value);
        break;
    case READ_INT: set_number(r, field, json_is_integer(value), json_integer_value(value)); break;
    case READ_TEXT:
        if (check_type(r, json_is_string(value), READ_TEXT))
            set_text(r, field, json_string_value(value));
        break;
    case READ_CHOICE: set_choice(r, field, json_string_value(value)); break;
    case READ_OBJECT:
        if (check_type(r, json_is_object(value), READ_OBJECT))
            *field->to.json = value;
        break;
    case READ_ARRAY:
        if (check_type(r, json_is_array(value), READ_ARRAY) &&
            (!has_limits(field) ||
             check_size(r, json_array_size(value), field->min, field->max, "elements")))
            *field->to.json = value;
        break;
    case READ_ANY: *field->to.json = value; break;
    }
}

bool read_fields(struct read_errors *errors, const json_t *object, const char *pointer,
                 const struct read_field *fields, size_t count) {
    struct reading r = reading_begin(errors, pointer);

    if (!reading_object_rows(&r, object, fields, sizeof *fields, count))
        return false;
    for (size_t i = 0; i < count; i++) {
        const json_t *value = json_object_get(object, fields[i].name);
        size_t mark;

        if (fields[i].given != NULL)
            *fields[i].given = value != NULL;
        if (value == NULL && !fields[i].required)
            continue;
        mark = reading_enter(&r, fields[i].name);
        r.absent = value == NULL && fields[i].type != READ_ANY;
        if (value == NULL && !r.absent)
            reading_refuse(&r, "is missing");
        else
            read_json_value(&r, &fields[i], value);
        r.absent = false;
        reading_leave(&r, mark);
    }
    return !r.failed;
}

bool read_field_text(struct read_errors *errors, const char *text, const struct read_field *field) {
    struct reading r = reading_begin(errors, field->name);
    int64_t number = 0;
    bool integer;

    if (field->given != NULL)
        *field->given = true;
    switch (field->type) {
    case READ_BOOL:
        if (check_type(&r, strcmp(text, "true") == 0 || strcmp(text, "false") == 0, READ_BOOL))
            *field->to.flag = *text == 't';
        break;
    case READ_INT:
        integer = text_read_number(text + (*text == '-'), 0, INT64_MAX, &number);
        set_number(&r, field, integer, *text == '-' ? -number : number);
        break;
    case READ_TEXT: set_text(&r, field, text); break;
    case READ_CHOICE: set_choice(&r, field, text); break;
    default: assert(false && "a query parameter has a type that text cannot have"); break;
    }
    return !r.failed;
}
