#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# What the web page is bundled into: reproducible, small, and still when it is shown.
exec node "${TEST_ROOT:-.}/tests/web/bundle.mjs"
