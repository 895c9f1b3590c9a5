/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SIM_MANNERS_H
#define TESTS_SIM_MANNERS_H

#include "tests/support/month.h"

/* What the people of a simulated month do besides moving: some leave standing orders, those of some games agree on a
 * pause, and those who miss their deadlines are voted out. */

/* Whether a game of the month is one of those that are paused for a day. */
bool manners_pauses(const struct month *month, const struct month_game *game);

/* Hooks of the month. */
void manners_begun(struct month_app *app, struct month_game *game);
void manners_looks_in(struct month_app *app, struct month_person *person);

#endif
