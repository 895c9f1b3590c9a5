/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SIM_WORLD_H
#define TESTS_SIM_WORLD_H

#include "engine/game.h"
#include "service/base/buffer.h"
#include "service/game/load.h"
#include "tests/sim/listener.h"
#include "tests/support/program.h"

/*
 * Two programs in which the same happens, chance included: what is drawn at random anywhere in them is
 * drawn from one seed that is set before each. Where both are given games that somebody cannot tell
 * apart, everything that they make for their eyes must be the same to the byte.
 */

enum { WORLD_PEOPLE = 4, WORLD_TOKENS = WORLD_PEOPLE + 1 /* the last one: nobody's */ };

extern _Atomic int64_t world_now; /* both programs' time */

struct world {
    unsigned number;
    struct program *program;
    struct listener *listener;
    char folder[80];              /* of its mails and database */
    char db[128], flags[20][128]; /* of the program */
    size_t mails_size;
    char mails[8 << 20];
    unsigned mails_read;
    unsigned letters; /* the seat that gets mail; anything else: nobody */
    bool pictures;    /* go with what chats are told: they take long to draw */
    bool table;       /* the latest game is a table game of person 0, and nobody sits there */
    char tokens[WORLD_TOKENS][PROGRAM_TOKEN_SIZE];
    int64_t accounts[WORLD_PEOPLE];
    int64_t game; /* the latest one */
    unsigned players;
    bool knights; /* Cities & Knights */
    char public_id[STORE_ID_SIZE];
};

/* Starts the program, in FOLDER; people sign up and have told everything to everybody who listens:
 * webhooks, mail, chats. */
void world_up(struct world *world, unsigned number, const char *folder);
void world_down(struct world *world);

/* Has a game begin in this state; false where a game cannot begin so. *LOAD is what the store then has
 * of it, replayed; load_end is not needed. */
bool world_begin(struct world *world, const struct setup *setup, const struct board_spec *spec,
                 const struct game *state, struct load *load);

/* Has an event happen in the latest game; false where the game would be over. */
bool world_happens(struct world *world, const struct event *event, struct load *load);

/* Has time go on, and everybody be told what is due. */
void world_wait(struct world *world, int64_t ms);

/* Clears the latest game away: nothing will come of it any more. */
void world_end(struct world *world);

/* Everything that was told or can be read by VIEWER (a seat or VIEWER_NOBODY) since the game began, into
 * OUT; messages in the order of their texts. */
void world_read(struct world *world, unsigned viewer, struct buffer *out);

#endif
