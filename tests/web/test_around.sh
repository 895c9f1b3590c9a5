#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Pages other than a game's: signing in, settings, texts, push, and the limits of a browser.
exec node "${TEST_ROOT:-.}/tests/web/together.mjs" around settings words secrecy push shell
