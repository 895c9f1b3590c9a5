/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_GAME_CONDUCT_H
#define SERVICE_GAME_CONDUCT_H

#include <stdint.h>

#include "db/conduct.h"
#include "service/game/events.h"

/*
 * How people behave in games: worked out of the log when a game ends, so that moves cost nothing.
 *
 * An answer is somebody's first action since the game began to wait for them; how long it took is the time between, with
 * nights and pauses. Its length is counted in classes: class i has those below 2^(i/2) minutes.
 */

/* A listener: writes the conduct of all players of a `play` game that ends. */
enum store_result conduct_on_events(struct store_tx *tx, const struct game_events *events);

/* What an account's games of a year come to. */
struct conduct_record {
    int games, finished, missed; /* with other people */
    int bot_games;               /* against bots alone */
    int answers;                 /* with other people; 0: the quartiles are not known */
    int quartiles[3];            /* minutes */
};
/* READER: of whoever looks; NOW: the year's end. */
enum store_result conduct_find(struct store_reader *reader, int64_t account, int64_t now,
                               struct conduct_record *record);

#endif
