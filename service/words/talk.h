/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* People write other things than moves around their moves: wishes, thanks, news of the weather. */
#ifndef SERVICE_WORDS_TALK_H
#define SERVICE_WORDS_TALK_H

#include <stdbool.h>
#include <stddef.h>

#include "service/base/language.h"

/* Whether a line says something else than a move: behind its first HEAD bytes, which are those of a move's beginning
 * (notation_head), nothing of the game stands, neither a number nor a word of it in LANGUAGE or English. Where it begins
 * as a move it also has to have a word that nobody writes around moves: "Roll on summer!" is talk, "roll now" may be
 * meant as a move. */
bool talk_is_all(enum language language, const char *text, size_t len, size_t head);

#endif
