/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SIM_ASKING_H
#define TESTS_SIM_ASKING_H

#include "tests/sim/world.h"

/* Everything that VIEWER (a seat or VIEWER_NOBODY) is answered over HTTP about the latest game, with status and
 * header, into OUT: what can be read, refusals, dry runs of what is allowed and of what is not, the stream of
 * its events. Nothing of it changes the game. SEED says which moves are tried. */
void world_ask(struct world *world, unsigned viewer, uint64_t seed, struct buffer *out);

/* Somebody says something to everybody, and the viewer notes something. */
void world_talk(struct world *world, unsigned viewer);

#endif
