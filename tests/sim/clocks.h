/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SIM_CLOCKS_H
#define TESTS_SIM_CLOCKS_H

#include "tests/support/month.h"

/* The clocks of a simulated month: which there are, whose calendars extend them, and afterwards whether they were
 * enforced. */

enum { CLOCKS = 6 }; /* for month_wish.clocks */

/* Hooks of the month. */
const char *clocks_of(const struct month *month, const struct month_game *game);
void clocks_sign_up(struct month_app *app, struct month_person *person);

/* Whether a player was reminded of a deadline. */
typedef bool clocks_reminded(const struct month *month, unsigned person, const char *game,
                             int64_t deadline);

struct clocks_figures {
    unsigned waits;    /* for people, each with a deadline */
    unsigned timeouts; /* deadlines that were missed */
    unsigned reminded; /* for which a reminder had to be sent before */
    int64_t latest;    /* the server's longest delay while it ran, in milliseconds */
};

/* Reads a game's log and fails the test if the server acted for a player before their time was up, let a player's time
 * run on by more than its clock's tick (or, if it was down, until it was up again), or did not remind a player in time.
 * Judged from the log alone, for clocks with a time for each turn. */
void clocks_check(const struct month *month, const struct month_game *game,
                  struct store_reader *reader, clocks_reminded *reminded,
                  struct clocks_figures *figures);

#endif
