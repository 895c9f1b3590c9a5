/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Programs for mail and telephones make prettier what people type: dashes for hyphens, curly quotes, spaces that do
 * not break. Moves are read with the plain characters. */
#ifndef SERVICE_WORDS_PLAIN_H
#define SERVICE_WORDS_PLAIN_H

#include <stdbool.h>
#include <stddef.h>

#include "service/base/buffer.h"

/* Appends the SIZE bytes of UTF-8 at TEXT with plain characters in place of others: a space for spaces of any
 * width, `-` for hyphens, dashes and the minus sign, ' and " for quotes; nothing for what is not seen. Never longer
 * than the text was. */
void plain_append(struct buffer *out, const char *text, size_t size);

/* The same of a line, without what decorates the whole of it: spaces, bullets, numbers of a list ("1."), quotes and
 * the stars of bold type around it, smileys and emoji behind it. */
void plain_line(struct buffer *out, const char *line, size_t size);

/* The size of a plain text of SIZE bytes without the smileys, the emoji and the spaces at its end; 0 where it is
 * nothing else. */
size_t plain_before_smileys(const char *text, size_t size);

/* Whether a line says nothing: there are only signs, smileys and emoji in it, and no question mark. */
bool plain_is_signs(const char *line, size_t size);

/* How many bytes at TEXT, of SIZE, are one white space of any width; 0 for none. */
size_t plain_space(const char *text, size_t size);

#endif
