#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# The web page's unit tests.
exec node "${TEST_ROOT:-.}/tests/web/units.mjs"
