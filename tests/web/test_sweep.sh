#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Every page of the web page, in every way that it is looked at.
exec node "${TEST_ROOT:-.}/tests/web/sweep.mjs"
