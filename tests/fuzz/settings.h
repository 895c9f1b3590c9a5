/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_FUZZ_SETTINGS_H
#define TESTS_FUZZ_SETTINGS_H

#include "engine/rules.h"
#include "tests/support/random_game.h"

/* Rules of Cities & Knights from two bytes: CHOICE has players, edition and variants, OPTION 0 keeps the edition's
 * settings, any other sets one of them to one of its values. */
struct rules fuzz_knights(unsigned choice, unsigned option);

/* Begins a game of RULES on the beginners' board, with chance by SEED. */
void fuzz_begin(struct random_game *rg, const struct rules *rules, uint64_t seed);

#endif
