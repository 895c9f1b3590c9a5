#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# The example that speaks the Model Context Protocol, against the protocol's own client.
exec node "${TEST_ROOT:-.}/tests/examples/mcp.mjs"
