/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Walking down a document that is read: the pointer of where one is, and whether anything was
 * refused. Readers go on after an error, so that several are told at once; what they return for a
 * refused value is harmless (the least value allowed). */
#ifndef SERVICE_DOCUMENT_READING_H
#define SERVICE_DOCUMENT_READING_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "service/base/json_read.h"

struct reading {
    struct read_errors *errors;
    bool failed;
    size_t length; /* of the pointer */
    char pointer[READ_POINTER_MAX];
};

struct reading reading_begin(struct read_errors *errors, const char *pointer);

/* Steps into a member or an element; returns what reading_leave takes to step out again. */
size_t reading_enter(struct reading *r, const char *key);
size_t reading_enter_at(struct reading *r, size_t index);
void reading_leave(struct reading *r, size_t mark);

/* Notes an error where the reader is, or at its member KEY. */
__attribute__((format(printf, 2, 3))) void reading_refuse(struct reading *r, const char *format,
                                                          ...);
__attribute__((format(printf, 3, 4))) void reading_refuse_at(struct reading *r, const char *key,
                                                             const char *format, ...);

/* Whether VALUE is an object, all of whose members are named in KNOWN (NULL at the end). Unknown
 * members are refused, yet the object can be read on; false only for what is no object. */
bool reading_object(struct reading *r, const json_t *value, const char *const *known);

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

#endif
