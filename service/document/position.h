/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Positions: a whole state as a document (openapi.yaml). What view_write makes for
 * VIEWER_ALL is one. */
#ifndef SERVICE_DOCUMENT_POSITION_H
#define SERVICE_DOCUMENT_POSITION_H

#include <jansson.h>
#include <stdbool.h>

#include "engine/game.h"

struct read_errors;

/* Reads VALUE into *GAME. Base facts are read; what follows from them may be left out and must agree
 * where it is given; a position that no game could hold is refused with the pointer of what is wrong.
 * False with nothing noted means that memory ran out.
 * seq and draws are 0: the game goes on with a log and a stream of chance of its own. */
bool position_read(struct read_errors *errors, const json_t *value, const char *pointer,
                   const struct setup *setup, struct game *game);

/* Whether two states are the same position: all that game_hash covers but seq and draws. */
bool position_same(const struct game *a, const struct game *b);

#endif
