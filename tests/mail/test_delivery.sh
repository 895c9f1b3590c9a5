#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# How mail is sent and received: encryption, logins, a folder.
exec node "${TEST_ROOT:-.}/tests/mail/delivery.mjs"
