/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_SEEK_SEEK_H
#define SERVICE_SEEK_SEEK_H

#include "db/seeks.h"
#include "service/app/chore.h"
#include "service/base/json_read.h"
#include "service/game/made_game.h"
#include "service/seek/match.h"

/*
 * Seeks: what people look for, and the games made of them. A seek meets the others of its pool at once when it is placed, and
 * each hour again, as windows of ratings widen and patience ends. Both are jobs that run alone, so that a seek is in one game
 * at most, whatever processes there are.
 */

enum {
    SEEK_DAYS = 14,     /* until it ends by itself */
    SEEK_POOL_MAX = 500 /* of one pool that are looked at together, the oldest */
};

/* Sets the pool and the category of *SEEK from its settings, for tables of players_min to players_max. Notes errors; false,
 * too, when memory ran out. */
bool seek_complete(struct read_errors *errors, const json_t *settings, struct store_seek *seek);

/* The hours of the week in which ACCOUNT can be waited for at NOW. */
enum store_result seek_awake(struct store_reader *reader, int64_t account, int64_t now,
                             uint8_t awake[SEEK_WEEK_BYTES]);

/* In a job: makes one game of the pool of this NAME where one can be made, *MADE; made->row.id 0: none. Free *MADE with
 * made_game_free in any case. */
enum store_result seek_play(struct store_tx *tx, const char *name, int64_t now,
                            struct made_game *made);

/* After the commit: wakes those who play it, and what acts in it. */
struct app;
void seek_begun(struct app *app, const struct made_game *made);

/* A chore: makes the games that can be made by now. */
enum chore_end seek_all(struct app *app, int64_t now);

#endif
