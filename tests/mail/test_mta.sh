#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Mail through a mail server of Debian's. It changes to users of its own, so it must be started as root.
if [ "$(id -u)" -ne 0 ]; then
    echo "OpenSMTPD can only be started by root, so its part is left out"
    exit 77
fi
if ! command -v smtpd >/dev/null 2>&1; then
    echo "OpenSMTPD is not installed (another mail server is), so its part is left out"
    exit 77
fi
exec node "${TEST_ROOT:-.}/tests/mail/mta.mjs"
