/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SIM_CHANCE_H
#define TESTS_SIM_CHANCE_H

#include <stdint.h>

/* Before any thread is there: puts a seeded chance in the place of the real one, for all that the program
 * draws. Each place in the code that draws has numbers of its own, told apart by where it lies in the binary: a seed
 * repeats a run of the same build, and after a change of the code it is another run. */
void chance_install(void);
/* What is drawn from now on. */
void chance_seed(uint64_t seed);

#endif
