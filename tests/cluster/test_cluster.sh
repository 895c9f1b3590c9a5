#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Several processes on one PostgreSQL database, some of which are killed or suspended. It has a server of its own, even
# if TEST_DB names one, because it takes all of its connections. CLUSTER_KILLS: how many kills, with other faults
# between them (`make test-cluster`: 100); by default, each fault once.
set -eu
root=${TEST_ROOT:-$(cd "$(dirname "$0")/../.." && pwd)}
export TEST_CLOCK=${TEST_CLOCK:-$root/${BUILD:-build}/tests/clock.so}
exec "$root/tests/support/postgres.sh" with node "$root/tests/cluster/cluster.mjs"
