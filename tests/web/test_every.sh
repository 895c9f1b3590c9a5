#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Every action and every card, made through the page.
exec node "${TEST_ROOT:-.}/tests/web/every.mjs"
