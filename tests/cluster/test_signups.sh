#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Several processes count the accounts that an address makes together.
set -eu
root=${TEST_ROOT:-$(cd "$(dirname "$0")/../.." && pwd)}
if [ -n "${TEST_DB:-}" ]; then exec node "$root/tests/cluster/signups.mjs"; fi
exec "$root/tests/support/postgres.sh" with node "$root/tests/cluster/signups.mjs"
