#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Pages about other players and programs: the club, clubs, fair play, tournaments, third-party programs, fairness, the opening
# explorer, and the reference.
exec node "${TEST_ROOT:-.}/tests/web/together.mjs" club clubs fairPlay tournaments apps fair openings docs
