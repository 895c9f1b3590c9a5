#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Moving from a file to PostgreSQL and back.
set -eu
root=${TEST_ROOT:-$(cd "$(dirname "$0")/../.." && pwd)}
if [ -n "${TEST_DB:-}" ]; then exec node "$root/tests/cluster/copy.mjs"; fi
exec "$root/tests/support/postgres.sh" with node "$root/tests/cluster/copy.mjs"
