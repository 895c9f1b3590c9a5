#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Settings of a browser and of an account, made through the page.
exec node "${TEST_ROOT:-.}/tests/web/settings.mjs"
