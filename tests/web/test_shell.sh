#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# The page as the server hands it out.
exec node "${TEST_ROOT:-.}/tests/web/shell.mjs"
