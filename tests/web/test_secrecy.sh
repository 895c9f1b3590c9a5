#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# What one browser may do and show, and for whom.
exec node "${TEST_ROOT:-.}/tests/web/secrecy.mjs"
