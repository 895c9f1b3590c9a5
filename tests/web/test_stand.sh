#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Where one stands in a game.
exec node "${TEST_ROOT:-.}/tests/web/stand.mjs"
