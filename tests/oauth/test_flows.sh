#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# OAuth as a client library of somebody else's understands it.
exec node "${TEST_ROOT:-.}/tests/oauth/flows.mjs"
