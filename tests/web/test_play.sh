#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Playing on the page: the base game's actions, by mouse, touch and keyboard.
exec node "${TEST_ROOT:-.}/tests/web/play.mjs"
