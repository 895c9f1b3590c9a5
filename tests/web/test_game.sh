#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# The page of a game: the board, what stands around it, where one stands in the game, what moves, a game of six.
exec node "${TEST_ROOT:-.}/tests/web/together.mjs" board screen parts stand motion six
