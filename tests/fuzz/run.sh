#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# tests/fuzz/run.sh SECONDS TARGET...: runs libFuzzer targets (build/fuzz/fuzz_NAME), as many at a time as there
# are processors, each for SECONDS on its own corpus tests/fuzz/corpus/NAME, from SEED where that is given, and prints a line of figures for
# each. New inputs go to build/fuzz/corpus/NAME, what crashes to build/fuzz/crashes/NAME-…; such a file,
# mended, belongs into tests/fuzz/corpus/NAME.
set -u
seconds=$1
shift
export LSAN_OPTIONS=suppressions=$PWD/tests/support/lsan.supp:print_suppressions=0
given=${ASAN_OPTIONS:-}
# libFuzzer ends without cleaning up.
TMPDIR=$(mktemp -d) && export TMPDIR || exit 1
trap 'rm -rf "$TMPDIR"' EXIT

# The words for target $1, and the largest input in bytes: long ones teach little and cost much.
dictionary() {
    case $1 in
    action | position | record | passkey) echo json ;;
    command) echo notation ;;
    server) echo http ;;
    *) echo "$1" ;;
    esac
}
size() {
    case $1 in
    log | notation | condition | command) echo 512 ;;
    http | server | action | passkey) echo 2048 ;;
    position | record) echo 6000 ;;
    *) echo 16384 ;;
    esac
}

# Fuzzes target $1, prints its line of figures, and adds its name to the failed ones if it failed.
fuzz_target() {
    local target=$1 name words=() code
    name=$(basename "$target")
    name=${name#fuzz_}
    local new=build/fuzz/corpus/$name log=build/fuzz/$name.log dict
    dict=tests/fuzz/$(dictionary "$name").dict
    mkdir -p "$new" build/fuzz/crashes "tests/fuzz/corpus/$name"
    [ -f "$dict" ] && words=("-dict=$dict")
    # Long allocation stacks and a large store of freed memory take half of the time. The server ends with its threads
    # running, which keep memory of libraries; check-asan looks for its leaks.
    local options=malloc_context_size=4:quarantine_size_mb=16
    [ "$name" != server ] || options+=:detect_leaks=0
    ASAN_OPTIONS=$options${given:+:$given} \
        "$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
        -max_len="$(size "$name")" -seed="${SEED:-0}" "${words[@]}" \
        -artifact_prefix="build/fuzz/crashes/$name-" "$new" "tests/fuzz/corpus/$name" \
        >"$log" 2>&1
    code=$?
    awk -v name="$name" -v code=$code '
        /^stat::number_of_executed_units/ { inputs = $2 }
        /^stat::average_exec_per_sec/ { speed = $2 }
        / cov: / { edges = $0; sub(/.* cov: /, "", edges); sub(/ .*/, "", edges) }
        END {
            printf "- %s: %d inputs, %d a second, %d edges, %s\n", name, inputs, speed, edges,
                code == 0 ? "no crash" : "**crashed**"
        }' "$log"
    if [ $code -ne 0 ]; then
        echo "$name" >>"$TMPDIR/failed"
        { tail -n 60 "$log" && echo "fuzz: $name failed ($log)"; } >&2
    fi
}

for target; do
    while [ "$(jobs -pr | wc -l)" -ge "$(nproc)" ]; do wait -n; done
    fuzz_target "$target" &
done
wait
failed=0
[ ! -e "$TMPDIR/failed" ] || failed=$(wc -l <"$TMPDIR/failed")
echo "fuzz: $(($# - failed)) of $# targets found nothing" >&2
[ "$failed" -eq 0 ]
