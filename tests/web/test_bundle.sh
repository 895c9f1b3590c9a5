#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# The bundle of the web page: reproducible, small, and without layout shifts.
exec node "${TEST_ROOT:-.}/tests/web/bundle.mjs"
