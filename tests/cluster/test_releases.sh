#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# A rolling upgrade: the release before the newest migration continues alongside this one, on the database that this one
# has migrated. That release is built from the history, which takes a minute, so this only runs with TEST_THOROUGH=1 or
# with OLD_BINARY, and not if the history is incomplete or the newest migration excludes older programs.
set -eu
root=${TEST_ROOT:-$(cd "$(dirname "$0")/../.." && pwd)}
cd "$root"
newest=$(git ls-files ':(glob)migrations/*.sql' | tail -n 1)

skip() {
    echo "releases: $1"
    exit 77
}

if [ -z "${OLD_BINARY:-}" ]; then
    [ "${TEST_THOROUGH:-}" = 1 ] || skip "left out of a short run"
    grep -q '^-- works with:' "$newest" || skip "no older program goes on beside $newest"
    added=$(git log -1 --format=%H --diff-filter=A -- "$newest")
    before=$(git rev-parse --verify --quiet "$added^") || skip "the history does not go back to before $newest"
    source=$(mktemp -d)
    trap 'rm -rf "$source"' EXIT
    git archive "$before" | tar -x -C "$source"
    make -C "$source" --no-print-directory -s -j2 BUILD=build CFLAGS=-g0 build/hexpost >&2
    export OLD_BINARY=$source/build/hexpost
fi
if [ -n "${TEST_DB:-}" ]; then node "$root/tests/cluster/releases.mjs"; else
    "$root/tests/support/postgres.sh" with node "$root/tests/cluster/releases.mjs"
fi
