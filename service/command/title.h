/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_COMMAND_TITLE_H
#define SERVICE_COMMAND_TITLE_H

#include "service/base/language.h"
#include "service/game/load.h"

/* What a game is called in mails and chats: by its name, or by who plays it. */
enum { TITLE_SIZE = 300, TITLE_NAME_CUT = 72 /* bytes of a game's name */ };
struct game_title {
    char plain[TITLE_SIZE];     /* in a title's own line: a name without quotation marks */
    char alone[TITLE_SIZE];     /* "Sunday evening", "The game with Ben and a bot" */
    char behind_in[TITLE_SIZE]; /* behind "in": "Sunday evening", "the game with Ben and a bot" */
};

/* SELF: the seat of the one who reads it, who is not named; NONE: all are. */
void title_of_game(struct game_title *title, enum language language, const struct load *load,
                   const struct seat_label *labels, unsigned self);

/* A game of that name, in a sentence. */
void title_named(char to[TITLE_SIZE], enum language language, const char *name);
/* One without a name whose players are not told: "a game", "einer Partie". */
const char *title_nameless(enum language language);

/* Copies TEXT, of LIMIT bytes at most and cut behind a whole character, into SIZE bytes. What may not stand in
 * a header becomes a space. */
void title_cut(char *to, size_t size, const char *text, size_t limit);

/* Makes the first letter a capital. */
void title_capital(char *text);

#endif
