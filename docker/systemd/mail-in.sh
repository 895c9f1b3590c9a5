#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Brings each mail of the Maildir HEXPOST_SPOOL to the server at HEXPOST_MAIL_IN_URL. What could not be
# brought stays for the next time, and after five days is laid aside in cur/. Run by
# hexpost-mail-in.service. Ends with 75 where a mail stayed.
set -eu
status=0
for mail in "$HEXPOST_SPOOL"/new/*; do
    [ -f "$mail" ] || continue
    if hexpost mail-in --url "$HEXPOST_MAIL_IN_URL" <"$mail"; then
        rm -- "$mail"
    elif [ -n "$(find "$mail" -mtime +4)" ]; then
        mv -- "$mail" "$HEXPOST_SPOOL/cur/"
    else
        status=75
    fi
done
exit $status
