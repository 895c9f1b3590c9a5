#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Runs the tests of the store again, on PostgreSQL. Tests that are only about SQLite's file are skipped by name
# (`unless` in their tables of cases); those about PostgreSQL are in tests/db/test_postgresql.c.
set -eu
root=${TEST_ROOT:-$(cd "$(dirname "$0")/../.." && pwd)}
programs=()
for name in accounts apps chats clocks events games mailboxes moderation orders outbox read_marker writer; do
    programs+=("${BUILD:-build}/tests/db_$name")
done
exec "$root/tests/support/postgres.sh" with "$root/tests/run.sh" "${programs[@]}"
