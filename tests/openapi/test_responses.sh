#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# What the real server answers, against openapi/openapi.yaml.
exec node "${TEST_ROOT:-.}/tests/openapi/responses.mjs"
