#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Whole games by touch and by keyboard.
exec node "${TEST_ROOT:-.}/tests/web/whole.mjs"
