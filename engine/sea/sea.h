/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Shared among the files of the sea, and its rows of actions and steps for the tables of the core. */
#ifndef ENGINE_SEA_SEA_H
#define ENGINE_SEA_SEA_H

#include "engine/expansion.h"
#include "engine/ships.h"

/* ---- rows ---- */

extern const struct action_rule rule_build_ship, rule_move_ship, rule_move_pirate, rule_choose_gold;
extern const struct agenda_row agenda_gold;
default_function default_gold;

extern const struct path_rule path_ships;    /* ship.c */
extern const struct thief_rule thief_pirate; /* pirate.c */

/* ---- gold (gold.c) ---- */

/* SEAT has to choose N cards more before anything else goes on (S-61). */
void gold_due(struct game *game, unsigned seat, unsigned n);

/* ---- lanes (lane.c) ---- */

/* expansion.mark: notes the start, the way mark or the fortress of a seat's lane, or the next hex of the fleet's
 * circuit. */
bool lanes_mark(struct board *board, const struct mark_spec *mark, unsigned place);

/* expansion.lay: computes the lanes between their marks (S-127) and what follows for the board: each way mark
 * takes a settlement, and land where nobody settles takes no roads (S-128). Returns false if a lane has no route,
 * is longer than LANE_MAX or meets another, or if there are lanes without a fleet or the reverse. Does nothing on
 * a board with neither. */
bool lanes_lay(struct board *board);

/* Set up the pieces on fortresses; the printed pieces, when the game begins (S-124, S-125). */
void lanes_blank(const struct setup *setup, struct game *game);
void lanes_begin(const struct setup *setup, struct game *game);

/* Paths that continue SEAT's line, whose ships end at MOORED (S-127), whatever else lies there. */
struct edge_set lane_next(const struct setup *setup, const struct game *game, unsigned seat,
                          const struct vertex_set *moored);

/* SEAT loses the N ships nearest its fortress, or all it has (S-138, S-140). */
void lane_lose_ships(const struct setup *setup, struct game *game, unsigned seat, unsigned n);

/* Whether the path takes no road because nobody settles there (S-128). */
enum reason lane_bars_road(const struct setup *setup, unsigned edge);
check_function check_lanes;

/* ---- positions (check_sea.c) ---- */

/* Checks everything that the sea itself adds to a state; all of it is blank without sea. */
check_function check_sea;

#endif
