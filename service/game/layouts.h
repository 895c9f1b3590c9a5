/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_GAME_LAYOUTS_H
#define SERVICE_GAME_LAYOUTS_H

#include "db/store.h"
#include "engine/game.h"

/*
 * Set-ups that have been built. Each request makes its game's state anew, but what the bytes of a set-up come to, who
 * is whose neighbor above all, never changes: the process keeps the LAYOUTS_KEPT that were asked for last.
 */
enum { LAYOUTS_KEPT = 512 };

/* Decodes and builds what a game's row has as its set-up. False: it cannot be. From any thread. */
bool layout_build(struct store_bytes bytes, struct setup *setup, struct board_spec *spec);

#endif
