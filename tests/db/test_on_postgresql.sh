#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# The tests of the store once more, on PostgreSQL. What is about SQLite's file alone is left out by name
# (`unless` in their tables of cases); tests/db/test_postgresql.c has what is about PostgreSQL.
set -eu
root=${TEST_ROOT:-$(cd "$(dirname "$0")/../.." && pwd)}
programs=()
for name in accounts apps chats clocks events games mailboxes orders outbox read_marker writer; do
    programs+=("${BUILD:-build}/tests/db_$name")
done
exec "$root/tests/support/postgres.sh" with "$root/tests/run.sh" "${programs[@]}"
