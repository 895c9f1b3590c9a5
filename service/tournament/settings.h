/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_TOURNAMENT_SETTINGS_H
#define SERVICE_TOURNAMENT_SETTINGS_H

#include "db/tournaments.h"
#include "service/base/json_read.h"
#include "service/game/new_game.h"
#include "service/tournament/stage.h"

/* What is chosen for all games of a tournament: rules, board, clock, hints and rated, as the body of POST /v1/games has them.
 * It is kept as JSON, and read by what reads that body. */

/* Checks SETTINGS with tables of `seats`, and sets row->smallest to the fewest players that the rules allow. Notes
 * errors; false, too, when memory ran out. */
bool settings_check(struct read_errors *errors, const json_t *settings,
                    struct store_tournament *row);

/* Makes *NEW the game of a table, its players seated. False: memory ran out. */
bool settings_game(const struct stage *stage, const struct store_tournament_table *table,
                   struct new_game *new_game);

#endif
