/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_BASE_JSON_READ_H
#define SERVICE_BASE_JSON_READ_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    READ_DEPTH_MAX = 32,    /* arrays and objects within each other */
    READ_ERRORS_MAX = 8,    /* told at once; more are not looked for */
    READ_POINTER_MAX = 120, /* bytes of a JSON pointer, its NUL included */
    READ_DETAIL_MAX = 200,  /* bytes of an error's sentence, its NUL included */
};

/* Why a text is no JSON that we take. */
struct read_failure {
    bool memory;   /* the text may be right, but memory ran out */
    size_t offset; /* byte where reading stopped */
    char detail[READ_DETAIL_MAX];
};

/*
 * Reads one JSON object or array, strictly: UTF-8, no duplicate keys, nothing behind it, no deeper
 * than READ_DEPTH_MAX, no \u0000. Returns a new reference, or NULL with *failure filled.
 */
json_t *read_json(const char *text, size_t size, struct read_failure *failure);

/* What is wrong with a well-formed document's shape; several things are told at once. */
struct read_error {
    char pointer[READ_POINTER_MAX]; /* RFC 6901, or the parameter's name in a query */
    char detail[READ_DETAIL_MAX];
};
struct read_errors {
    size_t count;
    bool query; /* the pointers are names of query parameters */
    struct read_error items[READ_ERRORS_MAX];
};

/* Notes one error (silently none beyond READ_ERRORS_MAX). */
__attribute__((format(printf, 3, 4))) void read_error(struct read_errors *errors,
                                                      const char *pointer, const char *format, ...);

/* pointer + "/" + key, escaped by RFC 6901, cut where it would be too long. */
void read_pointer(char out[READ_POINTER_MAX], const char *pointer, const char *key);
/* pointer + "/" + index */
void read_pointer_at(char out[READ_POINTER_MAX], const char *pointer, size_t index);

enum read_type {
    READ_BOOL,   /* to.flag */
    READ_INT,    /* to.number; min..max unless both are 0 */
    READ_TEXT,   /* to.text, borrowed; min..max bytes unless both are 0 */
    READ_CHOICE, /* to.choice: index of the text in choices */
    READ_OBJECT, /* to.json, borrowed */
    READ_ARRAY,  /* to.json, borrowed; min..max elements unless both are 0 */
    READ_ANY     /* to.json, borrowed */
};

/* One field of an object (or one parameter of a query) and where its value goes. The destination
 * stays as it is when the field is absent, so set the default beforehand. */
struct read_field {
    const char *name;
    enum read_type type;
    bool required;
    bool nullable; /* null counts as absent, though *given becomes true */
    union {
        bool *flag;
        int64_t *number;
        const char **text;
        int *choice;
        const json_t **json;
    } to;
    int64_t min;
    int64_t max;
    const char *const *choices; /* READ_CHOICE: texts, NULL at the end */
    bool *given;                /* may be NULL; set to whether the field was there */
};

/*
 * Reads the members of `object` by the table. Unknown members, missing ones and wrong values are
 * noted in *errors, each under `pointer` + its name; true when this call noted none.
 * An `object` that is no object is an error too.
 */
bool read_fields(struct read_errors *errors, const json_t *object, const char *pointer,
                 const struct read_field *fields, size_t count);

/* Reads one value that came as text (a query parameter) by its row; false when it noted an error.
 * READ_OBJECT, READ_ARRAY and READ_ANY cannot be read so. */
bool read_field_text(struct read_errors *errors, const char *text, const struct read_field *field);

/* Notes that `name` is unknown, suggesting the nearest of the table's names. */
void read_unknown(struct read_errors *errors, const char *pointer, const char *name,
                  const struct read_field *fields, size_t count);

/* The name among `names` (NULL at the end) that is so near to `name` that it may have been meant;
 * NULL when none is. */
const char *read_nearest(const char *name, const char *const *names);

#endif
