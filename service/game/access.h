/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_GAME_ACCESS_H
#define SERVICE_GAME_ACCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "db/games.h"
#include "service/game/load.h"

/*
 * Who may see a game, and what of it. This is the one rule: every page, command, stream and message
 * about a game asks here. An account of 0 is somebody without one.
 *
 * A game may be seen by everybody where it is public or unlisted; else by the account that made it, by
 * those that have a seat of it (resigned ones count), for whom one is kept or to whom one is offered,
 * and by those invited by an address that they have confirmed. Who may see it may follow it and have it
 * told to a channel. Lists name a game to all those (db/db_int.h has the rule in SQL), but for
 * unlisted ones to somebody who needs to know the address.
 */

/* STORE_OK: the account may see ROW's game. STORE_NONE: they may not, and nobody tells them that there
 * is one. Anything else: it cannot be found out. */
enum store_result access_check(struct store_reader *reader, const struct store_game *row,
                               int64_t account);

/* load_open and load_open_by_id for an account: STORE_NONE where there is no such game, or none that
 * the account may see. Whatever the result, load_end is to be called. */
enum store_result access_open(struct load *load, struct store_reader *reader, const char *public_id,
                              int64_t account);
enum store_result access_open_by_id(struct load *load, struct store_reader *reader, int64_t id,
                                    int64_t account);

/* Whether everybody may be told of the game without having asked for it by its id. */
bool access_is_listed(const struct store_game *row);

/* Whether nothing of the game is hidden from the account: it made this table game. */
bool access_owns_table(const struct store_game *row, int64_t account);

/* Whether the account plays in the game or made it: webhooks of a game are for those. */
bool access_takes_part(const struct store_game *row, int64_t account);

/* Whose view the account has: a seat, VIEWER_ALL or VIEWER_NOBODY. */
unsigned access_viewer(const struct store_game *row, int64_t account);

/* What the interface calls each store_visibility, up to a NULL. */
extern const char *const access_visibility_names[];

#endif
