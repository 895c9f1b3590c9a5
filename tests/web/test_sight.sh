#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# What must be visible on the page is.
exec node "${TEST_ROOT:-.}/tests/web/sight.mjs"
