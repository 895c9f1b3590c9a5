#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# openapi/openapi.yaml against the program's own tables and against its own examples.
exec node "${TEST_ROOT:-.}/tests/openapi/spec.mjs"
