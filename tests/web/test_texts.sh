#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Whether the web page uses all texts of its catalogues.
exec node "${TEST_ROOT:-.}/tests/web/texts.mjs"
