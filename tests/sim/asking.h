/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SIM_ASKING_H
#define TESTS_SIM_ASKING_H

#include "tests/sim/world.h"

/* All HTTP responses to VIEWER (a seat or VIEWER_NOBODY) about the latest game, with status and header, into OUT: what
 * can be read, refusals, dry runs of legal and illegal moves, the stream of its events. None of this changes the game.
 * SEED selects the moves to try. */
void world_ask(struct world *world, unsigned viewer, uint64_t seed, struct buffer *out);

/* Another player says something to all, and the viewer writes a note. */
void world_talk(struct world *world, unsigned viewer);

#endif
