#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Around a game: signing in, settings, other people's programs, what is written and said, push, what one browser may do, the opening explorer, and the reference.
exec node "${TEST_ROOT:-.}/tests/web/together.mjs" around settings apps words secrecy push shell fair openings docs
