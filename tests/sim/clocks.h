/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SIM_CLOCKS_H
#define TESTS_SIM_CLOCKS_H

#include "tests/support/month.h"

/* The clocks of a simulated month: which ones there are, whose calendars stretch them, and afterwards
 * whether they were kept. */

enum { CLOCKS = 6 }; /* for month_wish.clocks */

/* Hooks of the month. */
const char *clocks_of(const struct month *month, const struct month_game *game);
void clocks_sign_up(struct month_app *app, struct month_person *person);

/* Whether somebody was reminded of a deadline. */
typedef bool clocks_reminded(const struct month *month, unsigned person, const char *game,
                             int64_t deadline);

struct clocks_figures {
    unsigned waits;    /* of people, each with a deadline */
    unsigned timeouts; /* deadlines that were missed */
    unsigned reminded; /* of which a reminder had to be sent before */
    int64_t latest;    /* by how much the server was late at worst while it ran, in milliseconds */
};

/* Reads a game's log and fails the test where the server acted for somebody before their time was up, or
 * let somebody's time run on by more than its clock's tick (or, where it was down, until it was up
 * again), or did not remind somebody in time. Judged from the log alone, for clocks with a time for each turn. */
void clocks_check(const struct month *month, const struct month_game *game,
                  struct store_reader *reader, clocks_reminded *reminded,
                  struct clocks_figures *figures);

#endif
