#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# The proof of fair chance in the browser.
exec node "${TEST_ROOT:-.}/tests/web/fair.mjs"
