#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Every listed move can be reached choice by choice; what has to be read has room in every window.
exec node "${TEST_ROOT:-.}/tests/web/together.mjs" reach room
