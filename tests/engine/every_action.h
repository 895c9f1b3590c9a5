/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_ENGINE_EVERY_ACTION_H
#define TESTS_ENGINE_EVERY_ACTION_H

#include "engine/game.h"

/*
 * Writes out every action there could be on a board, whatever the rules say, and holds the two ways
 * of asking against each other: what is listed is legal, what is legal is listed (or covered by an
 * open entry), nothing is listed twice, and the seat's own view gives the same answers. Fails the
 * running test otherwise.
 */
void every_action_check(const struct setup *setup, const struct game *game, const struct game *view,
                        unsigned seat, const struct move_list *list);

#endif
