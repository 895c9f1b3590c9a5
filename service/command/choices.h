/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_COMMAND_CHOICES_H
#define SERVICE_COMMAND_CHOICES_H

#include "service/game/load.h"
#include "service/words/terms.h"

/* What somebody may do now, for mails, their pages and chats: few moves, the best first, each with what lies
 * where it is made. */
enum {
    CHOICES_MAX = 8,
    CHOICES_WORDS_SIZE = 128, /* of a move in notation, its NUL included */
};

struct choices {
    unsigned count;
    unsigned more; /* moves that there are besides */
    struct choice {
        char words[CHOICES_WORDS_SIZE]; /* in notation: makes the move where it is said */
        struct action action;
        struct term_spots spots; /* what lies at its place; count 0: it has none */
    } items[CHOICES_MAX];
};

/* Asks upon VIEW, SEAT's own. What needs no choosing (rolling, ending the turn, an answer to an offer) is
 * among them wherever it is possible. Nothing where the seat has nothing to do. False when memory ran out. */
bool choices_find(struct choices *choices, const struct load *load, const struct game *view,
                  unsigned seat, enum language language);

/* Appends what lies at the place of a choice: "ore 9, grain 10". */
void choices_write_spots(struct buffer *out, const struct term_spots *spots);

#endif
