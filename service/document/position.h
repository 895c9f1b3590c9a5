/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Positions: a complete state as a document (openapi.yaml), as view_write makes it for
 * VIEWER_ALL. */
#ifndef SERVICE_DOCUMENT_POSITION_H
#define SERVICE_DOCUMENT_POSITION_H

#include <jansson.h>
#include <stdbool.h>

#include "engine/game.h"

struct read_errors;

/* Reads VALUE into *GAME. Base facts are required; what follows from them may be left out and
 * otherwise must agree. A position that no game could reach is refused with the pointer of what is
 * wrong. False with nothing noted means out of memory. seq and draws become 0: the game continues
 * with a log and a stream of chance of its own. */
bool position_read(struct read_errors *errors, const json_t *value, const char *pointer,
                   const struct setup *setup, struct game *game);

/* Whether two states are the same position: everything that game_hash covers except seq and
 * draws. */
bool position_same(const struct game *a, const struct game *b);

#endif
