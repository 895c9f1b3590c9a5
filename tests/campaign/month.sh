#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# A thousand games over months in which everything fails that can, and one month that is run twice (a part of the
# campaign, see run.sh).
set -u
ends=$((SECONDS + MINUTES * 60)) games=${MONTH_GAMES:-1000} each=125
make -j"$(nproc)" "$BUILD/tests/sim_month" >&2 || exit 1
export MONTH_GAMES=$each CK_TIMEOUT_MULTIPLIER=10 TEST_ROOT=$PWD

# Runs the case $2 with seed number $1.
run() {
    local work=$OUT/work-$2-$1
    mkdir "$work"
    if (cd "$work" && TEST_SEED=$((SEED + $1)) CK_RUN_CASE=$2 "$TEST_ROOT/$BUILD/tests/sim_month") >"$work/said" 2>&1; then
        { [ "$2" != again ] || echo again; cat "$work/said"; } >>"$OUT/said"
        rm -rf "$work"
    else
        echo "failed: TEST_SEED=$((SEED + $1)) MONTH_GAMES=$each CK_RUN_CASE=$2 sim_month" >>"$OUT/said"
        tail -n 30 "$work/said" >&2
    fi
    echo "month: $2 $1 ended, $((ends - SECONDS)) s left" >&2
}

run 0 again &
for ((i = 0; i == 0 || (SECONDS < ends && i * each < games); i++)); do
    while [ "$(jobs -pr | wc -l)" -ge "$(nproc)" ]; do wait -n; done
    run $i month &
done
wait
awk '
    function number(before,    at) { # the number before a text
        at = $0
        if (!sub(" " before ".*", "", at)) return 0
        sub(/.*[^0-9]/, "", at)
        return at
    }
    / people, / { months++; moves += number("moves"); looks += number("looks") }
    / kills, / {
        kills += number("kills"); stops += number("stops"); one += number("times one"); all += number("all")
        full += number("full"); jumps += number("times, and"); back += number("times$")
    }
    / waits with / { waits += number("waits"); reminded += number("reminded"); missed += number("missed") }
    / mails; / { mails += number("mails"); messages += number("messages"); repeated += number("repeated") }
    / posts never / { hung += number("posts"); refused += number("refused"); lies += number("taken and") }
    / games of / { games += number("games") }
    /^again/ { again++ }
    /^failed/ { failed++; sub(/^/, "- "); lines = lines "\n" $0 }
    END {
        printf "- %d games over %d months, played to their ends: %d moves by people, who looked in %d times\n",
            games, months, moves, looks
        printf "- %d kills in the middle of a change of a file, %d stops; %d times one change of the disk failed, %d times all of them, %d times the disk was full; %d jumps of the clock, %d times it was set back\n",
            kills, stops, one, all, full, jumps, back
        printf "- %d webhooks that never answered; %d mails refused for a while, %d taken and denied\n", hung, refused, lies
        printf "- %d waits with a deadline, %d reminded, %d missed, each judged by the log; %d messages by webhook and %d mails, each accounted for, %d repeated after a kill\n",
            waits, reminded, missed, messages, mails, repeated
        printf "- one month run twice with the same seed: %s\n", again ? "the same logs, to the byte and the millisecond" : "not finished"
        printf "- %d runs failed%s\n", failed, lines
        exit games == 0 || failed > 0
    }' "$OUT/said"
