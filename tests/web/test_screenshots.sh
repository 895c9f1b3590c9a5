#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# The README's pictures can be taken; "make screenshots" keeps them.
export WEB_SHOTS="${TMPDIR:-/tmp}/screenshots"
exec node "${TEST_ROOT:-.}/tests/web/screenshots.mjs"
