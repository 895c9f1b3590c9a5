#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Cities & Knights by clicking.
exec node "${TEST_ROOT:-.}/tests/web/knights.mjs"
