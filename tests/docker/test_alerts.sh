#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# The alerts for Prometheus: their metrics exist, and promtool accepts them if it is installed.
set -e
root=${TEST_ROOT:-.}
if command -v promtool >/dev/null; then promtool check rules "$root/docker/alerts.yaml"; fi
node "$root/tests/docker/alerts.mjs"
