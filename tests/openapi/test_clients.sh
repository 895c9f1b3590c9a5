#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Clients generated from openapi/openapi.yaml compile, and play games.
exec node "${TEST_ROOT:-.}/tests/openapi/clients.mjs"
