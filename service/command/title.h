/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_COMMAND_TITLE_H
#define SERVICE_COMMAND_TITLE_H

#include "service/base/language.h"
#include "service/game/load.h"

/* The title of a game in mails and chats: its name, or its players. */
enum { TITLE_SIZE = 300, TITLE_NAME_CUT = 72 /* bytes of a game's name */ };
struct game_title {
    char plain[TITLE_SIZE];     /* on a line of its own: a name without quotation marks */
    char alone[TITLE_SIZE];     /* "Sunday evening", "The game with Ben and a bot" */
    char behind_in[TITLE_SIZE]; /* after "in": "Sunday evening", "the game with Ben and a bot" */
};

/* SELF: the reader's seat, which is left out; NONE: none is. */
void title_of_game(struct game_title *title, enum language language, const struct load *load,
                   const struct seat_label *labels, unsigned self);

/* The title of a game called NAME, within a sentence; "": that of a nameless one. */
void title_named(char to[TITLE_SIZE], enum language language, const char *name);
/* The title of a game without a name or known players: "a game", "einer Partie". */
const char *title_nameless(enum language language);

/* Copies at most LIMIT bytes of TEXT, cut after a whole character, into SIZE bytes. Characters not allowed in
 * a header become spaces. */
void title_cut(char *to, size_t size, const char *text, size_t limit);

/* Capitalizes the first letter. */
void title_capital(char *text);

#endif
