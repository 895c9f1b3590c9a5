#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Kills the program under load, and starts it from images of its disk after a power cut (a part of the campaign, see
# run.sh).
set -u
ends=$((SECONDS + MINUTES * 60))
make -j"$(nproc)" "$BUILD/hexpost" "$BUILD"/tests/service_{power,e2e_crash} >&2 || exit 1
export TEST_ROOT=$PWD TEST_BINARY=$PWD/$BUILD/hexpost CK_TIMEOUT_MULTIPLIER=10

# Runs test program $1 with one seed after another, each time in a new folder, until the time is over.
again() {
    local name=$1 i work
    for ((i = 0; i == 0 || SECONDS < ends; i++)); do
        work=$OUT/work-$name
        mkdir "$work"
        if (cd "$work" && TEST_SEED=$((SEED + i)) "$TEST_ROOT/$BUILD/tests/service_$name") >>"$OUT/$name" 2>"$work.err"; then
            rm -rf "$work"
        else
            mv "$work" "$OUT/failed-$name-$((SEED + i))"
            { cat "$work.err" && tail -n 20 "$OUT/$name"; } >&2
            echo "failed: TEST_SEED=$((SEED + i)) service_$name" >>"$OUT/$name"
        fi
        echo "crash: $name, seed $((SEED + i)), $((ends - SECONDS)) s left" >&2
    done
}
CK_RUN_CASE=killed again e2e_crash &
POWER_IMAGES=300 again power
wait
awk '
    /^round/ { kills++; on_way += $6 }
    /^round/ && $2 == "4:" { answered += $3 }
    /^power:/ { images += $2; changes += $4; flushes += $6; moves += $8 }
    /^after change/ { points[$3 "/" $5]++ }
    /^failed/ { failed++; sub(/^/, "- "); lines = lines "\n" $0 }
    END {
        for (point in points) different++
        printf "- %d kills under load, %d moves answered, %d unanswered when the program was killed\n",
            kills, answered, on_way
        printf "- %d images of the disk at %d moments, from records of %d changes, %d flushes and %d answered moves;",
            images, different, changes, flushes, moves
        print " the program started from each, and had all moves that it had answered"
        printf "- %d runs failed%s\n", failed, lines
        exit failed > 0
    }' "$OUT/e2e_crash" "$OUT/power"
