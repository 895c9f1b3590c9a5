/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_GAME_START_H
#define SERVICE_GAME_START_H

#include <stdint.h>

#include "db/games.h"
#include "service/game/load.h"

/* Starting a game as soon as its last seat has been filled. */

/* Makes the first event: the rolls that decide who begins, or FIRST if given (table games). START
 * is the state before it; FIRST may be NONE. */
void start_draw_event(const struct setup *setup, const struct game *start,
                      const struct store_game *row, unsigned first, struct event *event);

/* In a job: starts the game just loaded, at NOW; LOAD becomes the started game. Its row has the final
 * seats. */
enum store_result start_game(struct store_tx *tx, struct load *load, int64_t now);

#endif
