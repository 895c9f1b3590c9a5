/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_CLI_ENGINE_H
#define SERVICE_CLI_ENGINE_H

#include <stdbool.h>
#include <sys/types.h>

#include "engine/game.h"
#include "service/base/buffer.h"

/* A program from outside that plays one seat of a game by lines of JSON on its stdin and stdout. The protocol is in
 * service/bots/README.md. */

enum { ENGINE_FAULT_SIZE = 256 };

struct engine {
    pid_t pid; /* 0: no process */
    int fd;    /* its stdin and stdout */
    unsigned seat;
    int limit_ms; /* for one answer */
    struct buffer got;
    char fault[ENGINE_FAULT_SIZE]; /* why it has forfeited; "": it has not */
};

/* Starts COMMAND (for sh) for SEAT and tells it which game it plays. False: engine->fault says why. To be ended with
 * engine_end in any case. */
bool engine_begin(struct engine *engine, const char *command, int limit_ms,
                  const struct setup *setup, const struct game *game, unsigned seat);

/* Asks it for a move in VIEW, what its seat may know. *ACTION is legal, or of the type ACTION_NONE if it waits, which it
 * may unless the game waits for it. False: it has forfeited, and engine->fault says why. */
bool engine_ask(struct engine *engine, const struct setup *setup, const struct game *view,
                struct action *action);

/* Tells it how GAME has ended, and ends it. */
void engine_end(struct engine *engine, const struct setup *setup, const struct game *game);

#endif
