#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# What is said in words: the log, talk, notes, and standing orders.
exec node "${TEST_ROOT:-.}/tests/web/words.mjs"
