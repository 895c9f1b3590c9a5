#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# A PostgreSQL database with a synchronous replica, while one machine after the other fails. It has servers of its own,
# even if TEST_DB names one.
set -eu
root=${TEST_ROOT:-$(cd "$(dirname "$0")/../.." && pwd)}
exec "$root/tests/support/postgres.sh" with node "$root/tests/cluster/replica.mjs"
