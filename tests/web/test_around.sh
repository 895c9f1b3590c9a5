#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Around a game: signing up and in, home, lobby and joining.
exec node "${TEST_ROOT:-.}/tests/web/around.mjs"
