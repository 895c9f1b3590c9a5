#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Every page of the web page, in all languages, themes and sizes.
exec node "${TEST_ROOT:-.}/tests/web/sweep.mjs"
