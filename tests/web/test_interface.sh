#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# The page uses the whole interface.
exec node "${TEST_ROOT:-.}/tests/web/interface.mjs"
