/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_ENGINE_EVERY_ACTION_H
#define TESTS_ENGINE_EVERY_ACTION_H

#include "engine/game.h"

/*
 * Generates every action that could exist on a board, whatever the rules say, and compares the two queries: every
 * listed move is legal, every legal move is listed (or covered by an open entry), nothing is listed twice, and the
 * seat's own view gives the same answers. Otherwise fails the running test.
 */
void every_action_check(const struct setup *setup, const struct game *game, const struct game *view,
                        unsigned seat, const struct move_list *list);

#endif
