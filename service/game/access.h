/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_GAME_ACCESS_H
#define SERVICE_GAME_ACCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "db/games.h"
#include "service/game/load.h"

/*
 * Who may see a game, and what of it. This is the only rule: every page, command, stream and message
 * about a game asks here. Account 0 stands for a caller without one.
 *
 * A public or unlisted game may be seen by everybody; others by the account that made it, by accounts
 * that have a seat (even a resigned one), have one reserved or are offered one, and by those invited by
 * an address that they have confirmed. Lists contain a game for all of these (db/db_int.h has the rule
 * in SQL), except unlisted games for those who may see them only by their address.
 */

/* STORE_OK: the account may see ROW's game. STORE_NONE: it may not, nor learn that the game exists.
 * Anything else: the check failed. */
enum store_result access_check(struct store_reader *reader, const struct store_game *row,
                               int64_t account);

/* load_open, load_open_whole and load_open_by_id for an account: STORE_NONE if there is no such game, or the account
 * may not see it. Call load_end whatever the result. */
enum store_result access_open(struct load *load, struct store_reader *reader, const char *public_id,
                              int64_t account);
enum store_result access_open_whole(struct load *load, struct store_reader *reader,
                                    const char *public_id, int64_t account);
enum store_result access_open_by_id(struct load *load, struct store_reader *reader, int64_t id,
                                    int64_t account);

/* Whether lists may show the game to everybody. */
bool access_is_listed(const struct store_game *row);

/* Whether the account made this table game, and so sees everything in it. */
bool access_owns_table(const struct store_game *row, int64_t account);

/* Whether the account plays in the game or made it, as required for webhooks of a game. */
bool access_takes_part(const struct store_game *row, int64_t account);

/* The viewer that the account is: a seat, VIEWER_ALL or VIEWER_NOBODY. */
unsigned access_viewer(const struct store_game *row, int64_t account);

/* The interface's names of store_visibility; NULL at the end. */
extern const char *const access_visibility_names[];

#endif
