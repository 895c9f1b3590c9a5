#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# The README's pictures can be taken; "make screenshots" keeps them. Runs in one of four short runs.
cd "${TEST_ROOT:-.}" || exit 1
. tests/support/slice.sh
taken_or_skip 4
export WEB_SHOTS="${TMPDIR:-/tmp}/screenshots"
exec node tests/web/screenshots.mjs
