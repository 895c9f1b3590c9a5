/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* How users' texts look to others: characters that are not allowed because they are invisible or reverse other
 * text, and texts that look alike. Texts are valid UTF-8. */
#ifndef SERVICE_BASE_SEEN_H
#define SERVICE_BASE_SEEN_H

#include <stdbool.h>
#include <stddef.h>

/* What is wrong with a short text that serves as a name (of a game, a token, a device), or NULL: the static rest
 * of a sentence after "the name". Emoji and joiners that some scripts need are accepted. */
const char *label_fault(const char *text);

/* The same for the name of a person, in which nothing may be invisible. */
const char *label_fault_strict(const char *text);

/* Copies a message without the marks that override or embed text direction (U+202A to U+202E, U+2066 to U+2069):
 * left open, they would affect the text after it. False, with TO empty, if nothing of it is visible, it has
 * control characters other than line ends, or it does not fit. */
bool seen_copy(char *to, size_t size, const char *text);

/* Writes the case-folded form of a text in NFKC, equal for texts that differ only in case (Unicode, D146: the
 * folding is followed by NFKC once more). False: it does not fit, or no memory. */
bool seen_fold(const char *text, char *form, size_t size);

/* Writes a form that is equal for texts that look alike: Unicode's skeleton (UTS 39), ignoring case. False: it
 * does not fit, or no memory. */
bool seen_form(const char *text, char *form, size_t size);

#endif
