/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The languages in which people are written to. Tables of texts have a column for each. */
#ifndef SERVICE_BASE_LANGUAGE_H
#define SERVICE_BASE_LANGUAGE_H

#include <stdint.h>

#include "service/base/buffer.h"

/* Numbers are kept in the store: add at the end, never change one. */
enum language { LANGUAGE_ENGLISH, LANGUAGE_GERMAN, LANGUAGES };

/* "en", "de"; NULL at the end. */
extern const char *const language_tags[LANGUAGES + 1];

/* The first language of an Accept-Language header that there is; English where there is none, or LIST is
 * NULL. */
enum language language_accepted(const char *list);

/* The language of a number that was kept; English where it is none. */
enum language language_kept(int64_t number);

/* Appends TEXT with ARGS[0] to ARGS[COUNT - 1] in place of {0} to {9}: a text of a table, whose words
 * stand in another order in another language. A place without an argument stays as it is. */
void language_fill(struct buffer *out, const char *text, const char *const *args, size_t count);

/* The same into a string of SIZE bytes, cut behind a whole character. */
void language_fill_short(char *to, size_t size, const char *text, const char *const *args,
                         size_t count);

#endif
