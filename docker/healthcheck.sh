#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Exit 0 if the server of this container answers /healthz with 200. Bash alone, so that the image
# needs no HTTP client.
set -u
port=${HEXPOST_LISTEN##*:}
exec 3<>"/dev/tcp/127.0.0.1/${port:-8080}" || exit 1
printf 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3
IFS=' ' read -r -t 4 _ status _ <&3 || exit 1
[ "$status" = 200 ]
