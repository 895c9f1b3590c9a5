/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Recognizes what people write around their moves: wishes, thanks, small talk. */
#ifndef SERVICE_WORDS_TALK_H
#define SERVICE_WORDS_TALK_H

#include <stdbool.h>
#include <stddef.h>

#include "service/base/language.h"

/* Whether a line is no move: after its first HEAD bytes, which are the beginning of a move (notation_head), it has
 * neither a number nor a word of the game in LANGUAGE or English. If it begins as a move, it must also have a word
 * that people do not add to moves: "Roll on summer!" is talk, "roll now" may be meant as a move. */
bool talk_is_all(enum language language, const char *text, size_t len, size_t head);

#endif
