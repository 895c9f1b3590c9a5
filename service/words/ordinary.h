/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_WORDS_ORDINARY_H
#define SERVICE_WORDS_ORDINARY_H

#include <stdbool.h>
#include <stddef.h>

/* Whether LEN letters at TEXT are a word that people write all the time, in the languages of those who play: "und",
 * "en", "for". Where it begins a line it stands for itself, and is no beginning of a move's name. */
bool ordinary_word(const char *text, size_t len);

#endif
