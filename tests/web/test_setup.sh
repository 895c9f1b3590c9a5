#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Setting up table games by hand.
exec node "${TEST_ROOT:-.}/tests/web/setup.mjs"
