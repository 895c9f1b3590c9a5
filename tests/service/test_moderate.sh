#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# The operator decides by commands as moderators do on the page.
exec node "${TEST_ROOT:-.}/tests/service/moderate.mjs"
