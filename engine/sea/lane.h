/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What a board's lanes are made from: for board.c, which knows no game. */
#ifndef ENGINE_SEA_LANE_H
#define ENGINE_SEA_LANE_H

#include "engine/board.h"

/* Notes that VERTEX is the start, the way mark or the fortress (KIND: enum mark_kind) of SEAT's lane, or HEX the next
 * one of the fleet's circuit. Returns false where that is not possible. */
bool lane_mark(struct board *board, unsigned kind, unsigned seat, unsigned vertex);
bool fleet_mark(struct board *board, unsigned hex);

/* Computes the lanes between what has been marked (S-127) and what else follows for the board: each way mark takes a
 * settlement, and where nobody settles there are no roads (S-128). Returns false where a lane has no way, is longer than
 * LANE_MAX or meets another, or where there are lanes without fleet or the reverse. Nothing without both. */
bool lanes_lay(struct board *board);

/* How many ships of LANE's color lie in its line, where they end at MOORED; *VERTEX is where the next one joins it. */
unsigned lane_tip(const struct lane *lane, const struct vertex_set *moored, unsigned *vertex);

#endif
