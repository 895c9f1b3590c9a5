#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# The names of the page's parts.
exec node "${TEST_ROOT:-.}/tests/web/parts.mjs"
