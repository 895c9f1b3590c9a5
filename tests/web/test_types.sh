#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# The web page's types, against the interface's description.
exec make -s -C "${TEST_ROOT:-.}" web-check
