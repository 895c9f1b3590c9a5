/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Small things that texts from outside need everywhere: strict numbers, whole characters,
 * percent-encoding, forms. */
#ifndef SERVICE_BASE_TEXT_H
#define SERVICE_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "service/base/buffer.h"

/* ---- numbers ---- */

/* Reads TEXT as a number from MIN to MAX (both at least 0) in decimal digits alone: no sign, no space,
 * nothing behind it. False, with *NUMBER as it was, for anything else; TEXT may be NULL. */
bool text_read_number(const char *text, int64_t min, int64_t max, int64_t *number);

/* Reads the digits at *TEXT, a number of at most MAX, and moves *TEXT behind them. False, with both as
 * they were, where there is no digit or the number is larger. */
bool text_take_number(const char **text, int64_t max, int64_t *number);

/* Reads exactly N digits (at most 9) at *TEXT and moves it behind them; -1 where they are not all
 * digits. */
int text_take_digits(const char **text, unsigned n);

/* Moves *TEXT behind MARK; false where another character stands there. */
bool text_take_mark(const char **text, char mark);

/* ---- characters ---- */

/* Whether bytes are valid UTF-8 without NUL (RFC 3629). TEXT may be NULL when SIZE is 0. */
bool text_is_utf8(const char *text, size_t size);

/* Whether the text has a control character of ASCII, a line's end among them. */
bool text_has_controls(const char *text);

bool text_is_ascii(const char *text);

/* The most bytes, LIMIT at most, with which a text of SIZE bytes ends behind a whole character. */
size_t text_cut(const char *text, size_t size, size_t limit);

/* Takes the incomplete character off the end of a text that was cut anywhere. */
void text_drop_partial(char *text);

/* ---- encodings ---- */

/* Appends the text with everything percent-encoded but RFC 3986's unreserved characters. */
void text_percent(struct buffer *out, const char *text, size_t size);

/* Appends the text with what HTML and XML give a meaning escaped, for an element or a quoted attribute. */
void text_escape(struct buffer *out, const char *text, size_t size);

/* Undoes percent-encoding, where PLUS also of a space, into TO, NUL-terminated. False where it does not
 * fit, its escapes are broken, or it holds a NUL or bad UTF-8. TO may be as small as SIZE + 1. */
bool text_unpercent(const char *from, size_t size, bool plus, char *to, size_t to_size);

/* Copies the decoded value of the first field of that name in an application/x-www-form-urlencoded
 * FORM, NUL-terminated. False, with value "", where there is none or text_unpercent refuses it. FORM may
 * be NULL when SIZE is 0. */
bool text_form_field(const char *form, size_t size, const char *name, char *value,
                     size_t value_size);

#endif
