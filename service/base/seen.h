/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What people see of a text that somebody else has written: what must not stand in it because it cannot be seen or
 * turns other text around, and which texts look alike. Texts are valid UTF-8. */
#ifndef SERVICE_BASE_SEEN_H
#define SERVICE_BASE_SEEN_H

#include <stdbool.h>
#include <stddef.h>

/* What is wrong with a short text by which people tell things apart (the name of a game, a token, a device), or NULL:
 * a static sentence that goes on after "the name". Emoji and the joiners that some scripts are written with are
 * taken. */
const char *label_fault(const char *text);

/* The same of the name of a person, in which nothing is invisible. */
const char *label_fault_strict(const char *text);

/* Copies what is said, without the marks that turn the direction of text around or embed one in another (U+202A to
 * U+202E, U+2066 to U+2069): left open they would reach into what stands behind. False, with TO empty, where nothing
 * of it can be seen, it has control characters other than line ends, or it does not fit. */
bool seen_copy(char *to, size_t size, const char *text);

/* Writes the form in which texts in NFKC are the same that differ in case alone (Unicode, D146: the folding is
 * followed by NFKC once more). False: it does not fit, or there is no memory. */
bool seen_fold(const char *text, char *form, size_t size);

/* Writes the form in which texts are the same that look alike: Unicode's skeleton (UTS 39), without the case of
 * letters. False: it does not fit, or there is no memory. */
bool seen_form(const char *text, char *form, size_t size);

#endif
