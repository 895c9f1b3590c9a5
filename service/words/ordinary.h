/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_WORDS_ORDINARY_H
#define SERVICE_WORDS_ORDINARY_H

#include <stdbool.h>
#include <stddef.h>

/* Whether LEN letters at TEXT are a very common word in one of the languages of players: "und", "en", "for". At
 * the start of a line such a word is not the abbreviation of a move. */
bool ordinary_word(const char *text, size_t len);

#endif
