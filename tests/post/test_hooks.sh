#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Webhooks with real receivers: working ones, and those that fail, hang, redirect, are gone or busy.
exec node "${TEST_ROOT:-.}/tests/post/hooks.mjs"
