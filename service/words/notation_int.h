/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Shared among the files of the notation. */
#ifndef SERVICE_WORDS_NOTATION_INT_H
#define SERVICE_WORDS_NOTATION_INT_H

#include "service/words/notation.h"
#include "service/words/scan.h"

/* ---- fields (notation_field.c) ---- */

/* Reads a field at the scan's position. */
bool field_scan(struct scan *scan, const struct field *field, struct action *action);
/* Writes it. */
void field_write(struct buffer *out, const struct setup *setup, const struct seat_label *labels,
                 const struct field *field, const struct action *action);
/* Describes a field of this type for messages in the scan's language: "an intersection (0 to
 * 53)". */
void field_describe(struct buffer *out, const struct scan *scan, unsigned type);
/* As scan_nearest, among the words with which a field of this type can begin. */
void field_nearest(const struct scan *scan, unsigned type, const char *text,
                   char found[SCAN_NAME_SIZE]);

/* ---- completion from a view (notation_fill.c) ---- */

/* Completes what was left out of an action read otherwise. LEFT_OUT: set of the optional fields (by
 * index in action_fields) that were missing. False if it noted a miss. */
bool notation_fill(struct scan *scan, struct action *action, unsigned left_out);

/* ---- patterns (notation.c) ---- */

/* The parts of a pattern: literal, field, start or end of an optional group. */
enum part_type { PART_END, PART_LITERAL, PART_FIELD, PART_OPEN, PART_CLOSE };
enum { PART_NAME_MAX = 24 };

struct part {
    enum part_type type;
    char name[PART_NAME_MAX];
};

/* The field with that name in FIELDS (of action_fields, or NULL); NULL for none. */
const struct field *field_named(const struct field *fields, const char *name);

/* The field with that name in a form, which must have one, and its index there. */
const struct field *form_field(const struct notation_form *form, const char *name, unsigned *place);

#endif
