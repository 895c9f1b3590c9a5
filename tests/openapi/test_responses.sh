#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# The real server's responses, against openapi/openapi.yaml.
exec node "${TEST_ROOT:-.}/tests/openapi/responses.mjs"
