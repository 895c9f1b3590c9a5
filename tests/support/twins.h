/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SUPPORT_TWINS_H
#define TESTS_SUPPORT_TWINS_H

#include "tests/support/random_game.h"

/* Worlds that a viewer (a seat, or VIEWER_NOBODY) cannot tell apart: whatever is made for their eyes must
 * be the same in both. */

/* Makes of a state another one that VIEWER cannot tell from it. */
void twin_shuffle(const struct setup *setup, struct game *game, unsigned viewer,
                  struct random *random);

/* Whether of an action the outcome or the content is hidden from VIEWER, and what it does is otherwise
 * public. */
bool twin_kept_secret(const struct game *before, const struct event *event, unsigned viewer);

/* In the state OTHER the same happens as EVENT in GAME, as far as VIEWER can see it: the same move, its
 * hidden content and its outcome drawn anew. False when that cannot be: point cards show, and the last
 * discard. */
bool twin_event(const struct setup *setup, const struct game *game, const struct game *other,
                const struct event *event, unsigned viewer, struct random *random,
                struct event *twin);

#endif
