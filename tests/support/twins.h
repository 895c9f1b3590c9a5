/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SUPPORT_TWINS_H
#define TESTS_SUPPORT_TWINS_H

#include "tests/support/random_game.h"

/* Worlds that a viewer (a seat, or VIEWER_NOBODY) cannot tell apart: whatever is shown to the viewer must be the same
 * in both. */

/* Turns a state into another one that VIEWER cannot tell from it. */
void twin_shuffle(const struct setup *setup, struct game *game, unsigned viewer,
                  struct random *random);

/* Whether the outcome or the content of an action is hidden from VIEWER, while its effects are otherwise public. */
bool twin_kept_secret(const struct game *before, const struct event *event, unsigned viewer);

/* Makes an event in the state OTHER that looks to VIEWER like EVENT in GAME: the same move, with its hidden content and
 * its outcome drawn again. False if that is impossible: victory point cards are visible, and so is the last discard. */
bool twin_event(const struct setup *setup, const struct game *game, const struct game *other,
                const struct event *event, unsigned viewer, struct random *random,
                struct event *twin);

#endif
