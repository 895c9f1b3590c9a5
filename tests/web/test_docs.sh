#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# The reference at /docs: up to date, whole, small, and searchable.
exec node "${TEST_ROOT:-.}/tests/web/docs.mjs"
