#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# A game of six on the page.
exec node "${TEST_ROOT:-.}/tests/web/six.mjs"
