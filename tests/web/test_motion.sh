#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Motion: it ends, is skipped, can be turned off, and leaves the same page.
exec node "${TEST_ROOT:-.}/tests/web/motion.mjs"
