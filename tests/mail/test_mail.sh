#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Mail with a real mail server and independent parsers.
exec node "${TEST_ROOT:-.}/tests/mail/mail.mjs"
