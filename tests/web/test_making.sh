#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Making a game.
exec node "${TEST_ROOT:-.}/tests/web/making.mjs"
