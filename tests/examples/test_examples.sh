#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# The programs in openapi/examples, each against a real server.
exec node "${TEST_ROOT:-.}/tests/examples/examples.mjs"
