/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Mail programs and phones replace typed characters by typographic ones: dashes for hyphens, curly quotes,
 * no-break spaces. Moves are read with the plain characters. */
#ifndef SERVICE_WORDS_PLAIN_H
#define SERVICE_WORDS_PLAIN_H

#include <stdbool.h>
#include <stddef.h>

#include "service/base/buffer.h"

/* Appends the SIZE bytes of UTF-8 at TEXT with typographic characters replaced: a space for spaces of any width,
 * `-` for hyphens, dashes and the minus sign, ' and " for quotes; invisible characters are dropped. The result is
 * never longer than the text. */
void plain_append(struct buffer *out, const char *text, size_t size);

/* The same for a line, without its decoration: spaces, bullets, item numbers ("1."), quotes and the stars of bold
 * type around it, smileys and emoji after it. */
void plain_line(struct buffer *out, const char *line, size_t size);

/* The size of a plain text of SIZE bytes without smileys, emoji and spaces at its end; 0 if it has nothing
 * else. */
size_t plain_before_smileys(const char *text, size_t size);

/* Whether a line has only punctuation, smileys and emoji, and no question mark. */
bool plain_is_signs(const char *line, size_t size);

/* The number of bytes of the white space character, of any width, at TEXT of SIZE bytes; 0 if there
 * is none. */
size_t plain_space(const char *text, size_t size);

#endif
