#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# OAuth with a third-party client library.
exec node "${TEST_ROOT:-.}/tests/oauth/flows.mjs"
