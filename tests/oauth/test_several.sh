#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Two processes on one PostgreSQL database are asked to redeem the same code, and the same refresh token, at once.
set -eu
root=${TEST_ROOT:-$(cd "$(dirname "$0")/../.." && pwd)}
if [ -n "${TEST_DB:-}" ]; then exec node "$root/tests/oauth/flows.mjs" several; fi
exec "$root/tests/support/postgres.sh" with node "$root/tests/oauth/flows.mjs" several
