/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SUPPORT_SETUPS_H
#define TESTS_SUPPORT_SETUPS_H

#include "engine/game.h"

/* Default boards and rules for tests that need just any: the beginners' board, and default rules. */

struct setup setup_base(unsigned players);
struct setup setup_knights(unsigned edition, unsigned players, unsigned variants);

/* The printed map of SCENARIO. */
struct setup setup_sea(unsigned scenario, unsigned players);

#endif
