/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The scenarios of Seafarers: which of them can be played, their maps and their targets (S-91, S-92). */
#ifndef ENGINE_SCENARIO_H
#define ENGINE_SCENARIO_H

#include <stdbool.h>

#include "engine/board.h"
#include "engine/rules.h"

/* Whether SCENARIO has a printed map for PLAYERS that the engine can play. */
bool scenario_has_map(unsigned scenario, unsigned players);

/* Points that SCENARIO is usually played to in a GAME (enum game_kind; S-92, V-39); 0 for none and for maps
 * of one's own. */
unsigned scenario_target(unsigned game, unsigned scenario);

/* The same for a map of one's own (S-93): half the land hexes without deserts, two more in Cities & Knights
 * (V-28), but at least the lowest target that rules take. */
unsigned scenario_custom_target(unsigned game, const struct board_spec *spec);

/* SCENARIO's map for PLAYERS, which it must have: as printed (LAYOUT_BEGINNER) or in the variable
 * set-up (LAYOUT_RANDOM). Draws from *CHANCE what is dealt: terrains and then numbers of each deal,
 * then the kinds of harbors (S-85 to S-90). */
void scenario_layout(struct board_spec *spec, unsigned scenario, unsigned players,
                     enum layout layout, struct chance *chance);

#endif
