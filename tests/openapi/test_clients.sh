#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Clients that generators make of openapi/openapi.yaml compile, and play games.
exec node "${TEST_ROOT:-.}/tests/openapi/clients.mjs"
