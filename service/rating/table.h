/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_RATING_TABLE_H
#define SERVICE_RATING_TABLE_H

#include "service/base/json_read.h"
#include "service/game/new_game.h"

/* Games that the server makes by itself, whose settings (rules, board, clock, hints, rated, as in the body of POST
 * /v1/games) are kept as JSON. */

/* Makes *NEW such a game with N open seats. False: errors were noted, or memory ran out. */
bool table_read(struct read_errors *errors, const json_t *settings, unsigned n,
                struct new_game *new_game);

/* Gives the seat to an account. */
void table_seat(struct new_game *new_game, unsigned seat, int64_t account, const char *name);

#endif
