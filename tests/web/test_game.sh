#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# The page of a game: the board, what surrounds it, the state of the game, motion, a game of six.
exec node "${TEST_ROOT:-.}/tests/web/together.mjs" board screen parts stand motion six
