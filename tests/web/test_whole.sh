#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Whole games by a finger and by keys.
exec node "${TEST_ROOT:-.}/tests/web/whole.mjs"
