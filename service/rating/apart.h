/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_RATING_APART_H
#define SERVICE_RATING_APART_H

#include "db/groups.h"
#include "service/app/endpoint.h"
#include "service/game/new_game.h"

/* Who says that they know one another (db/groups.h) is not rated together. */

/* In an endpoint's run, after the seats of a game have been written: refuses a rated one in which two of a group have seats. */
enum store_result rating_hold_apart(struct store_tx *tx, struct endpoint_call *call,
                                    const struct store_game *row);

/* Makes a game of the server's unrated if two of a group have seats in it. */
enum store_result rating_spare_group(struct store_reader *reader, struct new_game *game,
                                     int64_t now);

#endif
