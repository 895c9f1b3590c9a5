#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# The screen of a game.
exec node "${TEST_ROOT:-.}/tests/web/screen.mjs"
