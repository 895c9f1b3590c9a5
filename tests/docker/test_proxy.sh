#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# The samples for proxies, with the installed ones: a game through each of them.
status=77
for proxy in nginx caddy; do
    PATH=$PATH:/usr/sbin command -v "$proxy" >/dev/null || continue
    [ $status -ne 77 ] || status=0
    PATH=$PATH:/usr/sbin node "${TEST_ROOT:-.}/tests/docker/proxy.mjs" "$proxy" || status=1
done
exit $status
