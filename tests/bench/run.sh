#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# make bench: the engine on one core, the store alone, the running server against a bare one of the same libraries, a
# database of many games against one of a few, and the cost of ten thousand waiting clients. One JSON object per line on
# stdout, a table on stderr. Databases are created in a folder below TMPDIR (default /tmp), whose disk determines the
# figures for writing.
set -eu
build=${BUILD:-build}
folder=$(mktemp -d "${TMPDIR:-/tmp}/hexpost-bench-XXXXXX")
trap 'rm -rf "$folder"' EXIT
# One account plays all games here.
export HEXPOST_QUOTAS=no

"$build/hexpost" bench
[ ! -x "$build/bench/store_bench" ] || "$build/bench/store_bench" "$folder"
"$build/bench/rate_bench" "$folder"
"$build/bench/compare" "$build/hexpost" "$build/bench/bare" "$folder"
python3 tests/bench/crowded.py "$build/hexpost" "$folder" 20000 1000
TEST_BINARY=$(realpath "$build/hexpost")
export TEST_BINARY
streams=$(realpath -s "$build/tests/service_streams")
(cd "$folder" && TEST_THOROUGH=1 "$streams") | grep '^{'
