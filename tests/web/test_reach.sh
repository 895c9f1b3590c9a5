#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Every listed move can be reached choice by choice.
exec node "${TEST_ROOT:-.}/tests/web/reach.mjs"
