#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Web push with a push service of the test's own, which decrypts what it is sent as a browser does.
exec node "${TEST_ROOT:-.}/tests/post/push.mjs"
