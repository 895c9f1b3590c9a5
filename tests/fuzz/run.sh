#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# tests/fuzz/run.sh SECONDS TARGET...: runs libFuzzer targets (build/fuzz/fuzz_NAME) one by one, each
# on its own corpus tests/fuzz/corpus/NAME. New inputs go to build/fuzz/corpus/NAME, what crashes
# to build/fuzz/crashes/NAME-…; such a file, mended, belongs into tests/fuzz/corpus/NAME.
set -u
seconds=$1
shift
failed=0
export LSAN_OPTIONS=suppressions=$PWD/tests/support/lsan.supp:print_suppressions=0
# libFuzzer ends without tidying up.
TMPDIR=$(mktemp -d) && export TMPDIR || exit 1
trap 'rm -rf "$TMPDIR"' EXIT
for target; do
    name=$(basename "$target")
    name=${name#fuzz_}
    new=build/fuzz/corpus/$name
    mkdir -p "$new" build/fuzz/crashes "tests/fuzz/corpus/$name"
    case $name in
    action | position | record) dict=json ;;
    command) dict=notation ;;
    *) dict=$name ;;
    esac
    words=()
    [ -f "tests/fuzz/$dict.dict" ] && words=("-dict=tests/fuzz/$dict.dict")
    echo "fuzz: $name for $seconds s"
    "$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
        -max_len=16384 "${words[@]}" \
        -artifact_prefix="build/fuzz/crashes/$name-" "$new" "tests/fuzz/corpus/$name" \
        >"build/fuzz/$name.log" 2>&1
    code=$?
    grep -E '^stat::(number_of_executed_units|average_exec_per_sec)' "build/fuzz/$name.log"
    if [ $code -ne 0 ]; then
        failed=$((failed + 1))
        tail -n 60 "build/fuzz/$name.log"
        echo "fuzz: $name failed (build/fuzz/$name.log)"
    fi
done
echo "fuzz: $(($# - failed)) of $# targets found nothing"
[ $failed -eq 0 ]
