#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# The board on the page.
exec node "${TEST_ROOT:-.}/tests/web/board.mjs"
