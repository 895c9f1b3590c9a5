/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Reading JSON that others send: the text itself, strictly; then its values, one by one with a cursor
 * (struct reading) or a whole object by a table of its fields (struct read_field). Readers go on after
 * an error, so that several are noted at once, each with the JSON pointer of what is wrong. */
#ifndef SERVICE_BASE_JSON_READ_H
#define SERVICE_BASE_JSON_READ_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    READ_DEPTH_MAX = 32,      /* arrays and objects within each other */
    READ_VALUES_MAX = 400000, /* of one text: the largest record of a game needs fewer */
    READ_VALUE_BYTES = 192,   /* of memory for one value, without its text */
    READ_ERRORS_MAX = 8,      /* noted at once; more are not looked for */
    READ_POINTER_MAX = 120,   /* bytes of a JSON pointer, its NUL included */
    READ_DETAIL_MAX = 200,    /* bytes of an error's sentence, its NUL included */
};

/* Why a text was not accepted as JSON. */
struct read_failure {
    bool memory;   /* the text may be right, but memory ran out */
    size_t offset; /* byte where reading stopped */
    char detail[READ_DETAIL_MAX];
};

/*
 * Reads one JSON object or array, strictly: UTF-8, no duplicate keys, nothing after it, no deeper than
 * READ_DEPTH_MAX, no more than READ_VALUES_MAX values, no \u0000. Returns a new reference, or NULL with *failure
 * filled.
 */
json_t *read_json(const char *text, size_t size, struct read_failure *failure);

/* The most bytes of memory that read_json would need for a text; 0 if it would refuse it before
 * parsing. */
size_t read_json_cost(const char *text, size_t size);

/* ---- errors ---- */

/* What is wrong with a well-formed document's shape. */
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

/* pointer + "/" + key, escaped by RFC 6901, truncated if too long. */
void read_pointer(char out[READ_POINTER_MAX], const char *pointer, const char *key);
/* pointer + "/" + index */
void read_pointer_at(char out[READ_POINTER_MAX], const char *pointer, size_t index);

/* The name among `names` (NULL at the end) that `name` is probably a misspelling of; NULL when there
 * is none. */
const char *read_nearest(const char *name, const char *const *names);

/* ---- the cursor ---- */

/* The position in a document, and whether anything was refused. For a refused value a reader
 * returns a harmless one: the least allowed. */
struct reading {
    struct read_errors *errors;
    bool failed;
    bool absent;   /* a required member is absent: the refusal of its NULL says what belongs
                    * there */
    size_t length; /* of the pointer */
    char pointer[READ_POINTER_MAX];
};

struct reading reading_begin(struct read_errors *errors, const char *pointer);

/* Steps into a member or an element; returns the mark for reading_leave to step out again. */
size_t reading_enter(struct reading *r, const char *key);
size_t reading_enter_at(struct reading *r, size_t index);
void reading_leave(struct reading *r, size_t mark);

/* Notes an error at the present position, or at its member KEY. */
__attribute__((format(printf, 2, 3))) void reading_refuse(struct reading *r, const char *format,
                                                          ...);
__attribute__((format(printf, 3, 4))) void reading_refuse_at(struct reading *r, const char *key,
                                                             const char *format, ...);

/* Whether VALUE is an object, all of whose members are named in KNOWN (NULL at the end). Unknown
 * members are refused, yet reading can go on; false only if it is no object. */
bool reading_object(struct reading *r, const json_t *value, const char *const *known);

/* The same with the names of COUNT rows of a table, each of SIZE bytes, that begin with their name. */
bool reading_object_rows(struct reading *r, const json_t *value, const void *rows, size_t size,
                         size_t count);

/* Whether VALUE is an array of at most MAX elements. */
bool reading_array(struct reading *r, const json_t *value, size_t max);

/* A whole number from MIN to MAX. */
unsigned reading_number(struct reading *r, const json_t *value, unsigned min, unsigned max);

bool reading_bool(struct reading *r, const json_t *value);

/* The index of a text among N names. */
unsigned reading_name(struct reading *r, const json_t *value, const char *const *names, size_t n);

/* The member KEY; absent or null is NULL, and refused when REQUIRED. */
const json_t *reading_member(struct reading *r, const json_t *object, const char *key,
                             bool required);

/* The same, and steps into the member even if it is absent; reading_leave(r, *MARK) steps out. */
const json_t *reading_enter_member(struct reading *r, const json_t *object, const char *key,
                                   bool required, size_t *mark);

/* A member that is a number, a flag or a name; FALLBACK when it is absent or null. REQUIRED ones
 * take no fallback: their absence is refused. */
enum { READING_REQUIRED = 0xffff };
unsigned reading_number_of(struct reading *r, const json_t *object, const char *key, unsigned min,
                           unsigned max, unsigned fallback);
bool reading_bool_of(struct reading *r, const json_t *object, const char *key, bool fallback);
unsigned reading_name_of(struct reading *r, const json_t *object, const char *key,
                         const char *const *names, size_t n, unsigned fallback);

/* The text of a member of MIN..MAX bytes, borrowed; NULL when absent, null or refused. */
const char *reading_text_of(struct reading *r, const json_t *object, const char *key, size_t min,
                            size_t max);

/* The elements of an array, one by one: `while ((element = reading_next(&list)) != NULL)` reads each with
 * the cursor in it. The loop must run to its end, which restores the cursor. */
struct reading_list {
    struct reading *r;
    const json_t *array; /* NULL: none, or refused */
    size_t next;
    size_t size;
    size_t outside; /* marks: of the list, */
    size_t inside;  /* and of its elements */
};

/* VALUE, where the cursor is; NULL has no elements. */
struct reading_list reading_list(struct reading *r, const json_t *value, size_t max);

/* The member KEY; absent or null has no elements. */
struct reading_list reading_list_of(struct reading *r, const json_t *object, const char *key,
                                    size_t max);

const json_t *reading_next(struct reading_list *list);

/* The set, as bits, given by an array of names among N, or of numbers below N if NAMES is NULL, without
 * duplicates. */
unsigned reading_set(struct reading *r, const json_t *value, const char *const *names, unsigned n);

/* ---- tables of fields ---- */

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
    bool nullable; /* null counts as absent, but sets *given to true */
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

/* Reads one value given as text (a query parameter) by its row; false when it noted an error. Not
 * for READ_OBJECT, READ_ARRAY and READ_ANY. */
bool read_field_text(struct read_errors *errors, const char *text, const struct read_field *field);

#endif
