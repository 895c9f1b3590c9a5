/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_COMMAND_CHOICES_H
#define SERVICE_COMMAND_CHOICES_H

#include "service/game/load.h"
#include "service/words/terms.h"

/* Proposed moves for mails, their pages and chats: a few moves, best first, each with what its place
 * produces. */
enum {
    CHOICES_MAX = 8,
    CHOICES_WORDS_SIZE = 128, /* of a move in notation, its NUL included */
};

struct choices {
    unsigned count;
    unsigned more; /* number of further moves */
    struct choice {
        char words[CHOICES_WORDS_SIZE]; /* the move in notation */
        struct action action;
        struct term_spots spots; /* what its place produces; count 0: it has no place */
    } items[CHOICES_MAX];
};

/* Finds moves for SEAT by its own VIEW. Moves without a choice (rolling, ending the turn, answers to offers)
 * are always among them if possible. Empty if the seat has nothing to do. False when memory ran out. */
bool choices_find(struct choices *choices, const struct load *load, const struct game *view,
                  unsigned seat, enum language language);

/* Appends what the place of a choice produces: "ore 9, grain 10". */
void choices_write_spots(struct buffer *out, const struct term_spots *spots);

#endif
