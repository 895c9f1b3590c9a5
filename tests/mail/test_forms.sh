#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# What each kind of mail says, in each language, and whether mail programs understand its form.
exec node "${TEST_ROOT:-.}/tests/mail/forms.mjs"
