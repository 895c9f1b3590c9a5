/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SIM_WORLD_H
#define TESTS_SIM_WORLD_H

#include "engine/game.h"
#include "service/base/buffer.h"
#include "service/game/load.h"
#include "tests/sim/listener.h"
#include "tests/support/program.h"

/*
 * Two programs in which the same happens, including chance: all random draws come from one seed that is set before
 * each. If the two get games that a viewer cannot tell apart, everything produced for that viewer must be identical to
 * the byte.
 */

enum { WORLD_PEOPLE = 4, WORLD_TOKENS = WORLD_PEOPLE + 1 /* the last one is empty */ };

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
    unsigned letters; /* the seat that gets mail; anything else: none */
    bool pictures;    /* messages to chats have pictures, which take long to draw */
    bool table;       /* the latest game is a table game of person 0, and nobody sits there */
    char tokens[WORLD_TOKENS][PROGRAM_TOKEN_SIZE];
    int64_t accounts[WORLD_PEOPLE];
    int64_t game; /* the latest one */
    unsigned players;
    bool knights; /* Cities & Knights */
    char public_id[STORE_ID_SIZE];
};

/* Starts the program, in FOLDER; people sign up and subscribe to everything: webhooks, mail, chats. */
void world_up(struct world *world, unsigned number, const char *folder);
void world_down(struct world *world);

/* Begins a game in this state; false if a game cannot begin like that. *LOAD is the store's game, replayed; load_end is
 * not needed. */
bool world_begin(struct world *world, const struct setup *setup, const struct board_spec *spec,
                 const struct game *state, struct load *load);

/* Makes an event in the latest game; false if the game would be over. */
bool world_happens(struct world *world, const struct event *event, struct load *load);

/* Advances the time, and sends everything that is due. */
void world_wait(struct world *world, int64_t ms);

/* Removes the latest game: nothing more will come of it. */
void world_end(struct world *world);

/* Everything sent to or readable by VIEWER (a seat or VIEWER_NOBODY) since the game began, into OUT; messages are
 * sorted by their texts. */
void world_read(struct world *world, unsigned viewer, struct buffer *out);

#endif
