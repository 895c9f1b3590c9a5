#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# What has to be in sight is.
exec node "${TEST_ROOT:-.}/tests/web/sight.mjs"
