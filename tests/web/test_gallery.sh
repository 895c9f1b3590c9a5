#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# The parts of the page against their pictures.
exec node "${TEST_ROOT:-.}/tests/web/gallery.mjs"
