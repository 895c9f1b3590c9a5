/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Helpers for texts from outside: strict numbers, whole characters, percent-encoding, forms. */
#ifndef SERVICE_BASE_TEXT_H
#define SERVICE_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "service/base/buffer.h"

/* ---- numbers ---- */

/* Reads TEXT as a number from MIN to MAX (both at least 0) of decimal digits only: no sign, no space,
 * nothing after it. False, with *NUMBER unchanged, for anything else; TEXT may be NULL. */
bool text_read_number(const char *text, int64_t min, int64_t max, int64_t *number);

/* Reads the digits at *TEXT, a number of at most MAX, and moves *TEXT past them. False, with both
 * unchanged, if there is no digit or the number is larger. */
bool text_take_number(const char **text, int64_t max, int64_t *number);

/* Reads exactly N digits (at most 9) at *TEXT and moves it past them; -1 if they are not all
 * digits. */
int text_take_digits(const char **text, unsigned n);

/* Moves *TEXT past MARK; false if another character is there. */
bool text_take_mark(const char **text, char mark);

/* ---- characters ---- */

/* Whether bytes are valid UTF-8 without NUL (RFC 3629). TEXT may be NULL when SIZE is 0. */
bool text_is_utf8(const char *text, size_t size);

/* Whether the text has a control character of ASCII, a line's end among them. */
bool text_has_controls(const char *text);

bool text_is_ascii(const char *text);

/* The length to which a text of SIZE bytes can be cut, at most LIMIT, without splitting a
 * character. */
size_t text_cut(const char *text, size_t size, size_t limit);

/* Removes an incomplete character from the end of a text that was cut anywhere. */
void text_drop_partial(char *text);

/* ---- encodings ---- */

/* Appends the text with everything percent-encoded but RFC 3986's unreserved characters. */
void text_percent(struct buffer *out, const char *text, size_t size);

/* Appends the text escaped for an element or a quoted attribute of HTML and XML. */
void text_escape(struct buffer *out, const char *text, size_t size);

/* Decodes percent-encoding, with PLUS also "+" as a space, into TO, NUL-terminated. False if it does
 * not fit, has broken escapes, a NUL or bad UTF-8. SIZE + 1 bytes in TO always suffice. */
bool text_unpercent(const char *from, size_t size, bool plus, char *to, size_t to_size);

/* Copies the decoded value of the first field of that name in an application/x-www-form-urlencoded
 * FORM, NUL-terminated. False, with value "", if there is none or text_unpercent refuses it. FORM may be
 * NULL when SIZE is 0. */
bool text_form_field(const char *form, size_t size, const char *name, char *value,
                     size_t value_size);

#endif
