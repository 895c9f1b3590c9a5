#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Pages other than a game's: signing in, settings, the club, tournaments, third-party programs, texts, push, the limits of a
# browser, the opening explorer, and the reference.
exec node "${TEST_ROOT:-.}/tests/web/together.mjs" around club fairPlay tournaments settings apps words secrecy push shell fair openings docs
