/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MAIL_CHOICES_H
#define SERVICE_MAIL_CHOICES_H

#include "service/base/buffer.h"
#include "service/game/load.h"

/* What somebody may do now, in the notation of moves. */
enum {
    CHOICES_BUTTONS_MAX = 8, /* a decision with up to this many moves is a simple one */
    CHOICES_LISTED_MAX = 24, /* moves named in a mail */
    CHOICES_WORDS_MAX = 128, /* bytes of a move that may be a button */
};

struct choices {
    struct buffer listed; /* a line for each, the first ones where there are many */
    unsigned more;        /* not listed */
    unsigned n_buttons;   /* moves that can be made by a click */
    char buttons[CHOICES_BUTTONS_MAX][CHOICES_WORDS_MAX];
};

/* Asks upon SEAT's own view, in the game that LOAD stands at. Nothing where they have nothing to do.
 * False when memory ran out; choices_free in any case. */
bool choices_find(struct choices *choices, const struct load *load, unsigned seat);
void choices_free(struct choices *choices);

#endif
