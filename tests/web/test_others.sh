#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Pages about other players and programs: the club, fair play, tournaments, third-party programs, fairness, the opening
# explorer, and the reference.
exec node "${TEST_ROOT:-.}/tests/web/together.mjs" club fairPlay tournaments apps fair openings puzzles docs
