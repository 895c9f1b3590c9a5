#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# What concerns one game and is no move, made through the page.
exec node "${TEST_ROOT:-.}/tests/web/game_settings.mjs"
