#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# The text of each kind of mail, in each language, and whether mail programs understand its format.
exec node "${TEST_ROOT:-.}/tests/mail/forms.mjs"
