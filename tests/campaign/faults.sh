#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Lets each point of the main paths at which the environment can fail do so in turn (a part of the campaign, see
# run.sh), in the plain build and under the address sanitizer at the same time; and each change of the store's files. If
# a path has more than a thousand points of a kind, such as a migration's allocations, one at each place fails: the
# first that is reached by the same calls. All of them take about half an hour; with less time, each path gets an equal
# share.
set -u
export TEST_ROOT=$PWD CK_TIMEOUT_MULTIPLIER=20
export ASAN_OPTIONS=detect_leaks=1:strict_string_checks=1
export LSAN_OPTIONS=suppressions=$PWD/tests/support/lsan.supp:print_suppressions=0
programs=(fault_paths fault_memory fault_sending db_fault)
ends=$((SECONDS + MINUTES * 60))
make -j"$(nproc)" "${programs[@]/#/$BUILD/tests/}" >&2 || exit 1
make -j"$(nproc)" BUILD=build/asan SAN=address,undefined build/asan/tests/fault_paths >&2 || exit 1
left=$((ends - SECONDS > 60 ? ends - SECONDS : 60))

# Runs test program $1 in a folder $2 of its own.
run() {
    local program=$PWD/$1 work=$OUT/$2
    mkdir "$work" && (cd "$work" && "$program" >../"$2.log" 2>&1) && return
    echo "failed: $1 (build/campaign/faults/$2.log)" >>"$OUT/failed"
    tail -n 20 "$OUT/$2.log" >&2
}

[ "$MINUTES" -lt 10 ] || export FAULT_ALL=1
[ "$MINUTES" -lt 30 ] && share=18 || share=2
: >"$OUT/failed"
export TEST_SEED=$SEED
# Leaks are detected in the process that ran the test, so Check must not fork.
CK_FORK=no FAULT_EVERY=1 FAULT_SECONDS=$((left / share)) run build/asan/tests/fault_paths asan &
{
    run "$BUILD/tests/fault_memory" memory
    run "$BUILD/tests/fault_sending" sending
    run "$BUILD/tests/db_fault" db
    FAULT_EVERY=1 FAULT_SECONDS=$((left / share)) TEST_SEED=$((SEED + 1)) run "$BUILD/tests/fault_paths" paths
}
wait
awk '
    function sum(way, build,    k, points, targets, failed) {
        for (k in met) if (split(k, part, SUBSEP) && part[1] == build && part[3] == way) {
            points += met[k]; targets += places[k]; failed += done[k]
        }
        return sprintf("%d points at %d places, %d failed", points, targets, failed)
    }
    FNR == 1 { build = FILENAME; sub(/.*\//, "", build); sub(/\.log$/, "", build) }
    /^fault: / {
        way = /from then on:/ ? "from then on" : "once"
        path = $0; sub(/^fault: /, "", path); sub(/,.*/, "", path)
        match($0, /: [0-9]+ points, [0-9]+ to fail, [0-9]+ failed/)
        split(substr($0, RSTART + 2), n, / points, | to fail, | failed/)
        met[build, path, way] += n[1]; places[build, path, way] += n[2]; done[build, path, way] += n[3]
        if (!(path in seen)) { seen[path]; order[++paths] = path }
    }
    END {
        printf "- address sanitizer, once: %s; from then on: %s\n", sum("once", "asan"), sum("from then on", "asan")
        printf "- plain build, once: %s; from then on: %s\n", sum("once", "paths"), sum("from then on", "paths")
        for (i = 1; i <= paths; i++) {
            path = order[i]
            printf "- %s: %d points at %d places; failed once %d, from then on %d (sanitizer), %d and %d (plain)\n",
                path, met["asan", path, "once"], places["asan", path, "once"], done["asan", path, "once"],
                done["asan", path, "from then on"], done["paths", path, "once"], done["paths", path, "from then on"]
        }
    }' "$OUT/asan.log" "$OUT/paths.log"
grep -h '^changes of the store' "$OUT/db.log" | sed 's/^/- /'
sed 's/^/- /' "$OUT/failed"
[ ! -s "$OUT/failed" ]
