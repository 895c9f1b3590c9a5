/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SIM_CHANCE_H
#define TESTS_SIM_CHANCE_H

#include <stdint.h>

/* Before any thread is started: replaces the real chance by a seeded one, for all draws of the program. Each place in
 * the code that draws has numbers of its own, identified by its address in the binary: a seed repeats a run of the same
 * build, but gives another run after a change of the code. */
void chance_install(void);
/* Seeds all draws from now on. */
void chance_seed(uint64_t seed);

#endif
