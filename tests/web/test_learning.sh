#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# What teaches the game.
exec node "${TEST_ROOT:-.}/tests/web/learning.mjs"
