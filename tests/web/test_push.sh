#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Web push and the service worker in a browser.
exec node "${TEST_ROOT:-.}/tests/web/push.mjs"
