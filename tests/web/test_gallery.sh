#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# The page's components against their approved pictures.
exec node "${TEST_ROOT:-.}/tests/web/gallery.mjs"
