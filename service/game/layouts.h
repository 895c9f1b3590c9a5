/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_GAME_LAYOUTS_H
#define SERVICE_GAME_LAYOUTS_H

#include "db/store.h"
#include "engine/game.h"

/*
 * A cache of set-ups that have been built. Each request rebuilds its game's state, but the result for the same
 * bytes of a set-up, the neighbors above all, never changes: the process keeps up to LAYOUTS_KEPT of them.
 */
enum { LAYOUTS_KEPT = 512 };

/* Decodes and builds the set-up in a game's row. False: it is invalid. From any thread. */
bool layout_build(struct store_bytes bytes, struct setup *setup, struct board_spec *spec);

#endif
