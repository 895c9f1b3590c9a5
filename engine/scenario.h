/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The scenarios of Seafarers: which of them can be played, their maps and their targets (S-91, S-92). */
#ifndef ENGINE_SCENARIO_H
#define ENGINE_SCENARIO_H

#include <stdbool.h>

#include "engine/board.h"
#include "engine/rules.h"

/* Whether SCENARIO has a printed map for PLAYERS that the engine can play. */
bool scenario_has_map(unsigned scenario, unsigned players);

/* Points that SCENARIO is usually played to in a GAME (enum game_kind; S-92, V-39); 0 for none and for
 * players' own maps. */
unsigned scenario_target(unsigned game, unsigned scenario);

/* The same for a player's own map (S-93): half the land hexes without deserts, two more in Cities & Knights
 * (V-28), but at least the lowest target that rules take. */
unsigned scenario_custom_target(unsigned game, const struct board_spec *spec);

/* Fills in SCENARIO's map for PLAYERS, which must exist: as printed (LAYOUT_BEGINNER) or in the
 * variable set-up (LAYOUT_RANDOM). Draws from *CHANCE what is dealt: terrains and then numbers of
 * each deal, then the kinds of harbors (S-85 to S-90). */
void scenario_layout(struct board_spec *spec, unsigned scenario, unsigned players,
                     enum layout layout, struct chance *chance);

/* Adds the harbors of SCENARIO's map, their kinds shuffled by *CHANCE, to a board whose hexes were chosen by a
 * player. */
void scenario_harbors(struct board_spec *spec, unsigned scenario, unsigned players,
                      struct chance *chance);

/* For a map of the New World whose hexes were chosen by a player: each piece of land becomes a region to start on,
 * which brings a point (S-67, S-159); land beyond REGION_MAX of them is in no region. */
void scenario_islands(struct board_spec *spec);

/* Draws a coast side for each harbor without a place (S-163), one draw each; harbors for which no side is left
 * are dropped. Leaves a spec that board_build refuses as it is. */
void harbors_scatter(struct board_spec *spec, struct chance *chance);

#endif
