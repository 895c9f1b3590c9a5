#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# The opening explorer's figures equal a count over all records.
exec node "${TEST_ROOT:-.}/tests/service/openings.mjs"
