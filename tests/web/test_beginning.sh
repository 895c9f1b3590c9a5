#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Before the first move: creating a game, setting up a table, settings, and learning to play.
exec node "${TEST_ROOT:-.}/tests/web/together.mjs" making setup game_settings learning
