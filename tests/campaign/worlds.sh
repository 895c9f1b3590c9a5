#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Ten thousand games, each in two worlds that a viewer must not be able to tell apart (a part of the campaign, see
# run.sh).
set -u
ends=$((SECONDS + MINUTES * 60)) games=${LEAK_GAMES:-10000} each=250
make -j"$(nproc)" "$BUILD/tests/sim_leaks" >&2 || exit 1
export LEAK_GAMES=$each CK_TIMEOUT_MULTIPLIER=10 TEST_ROOT=$PWD

# Run number $1, of $each games.
run() {
    local work=$OUT/work-$1
    mkdir "$work"
    if (cd "$work" && TEST_SEED=$((SEED + $1)) LEAK_KEEP=$work "$TEST_ROOT/$BUILD/tests/sim_leaks") >"$work/said" 2>&1; then
        grep '^[0-9]* games' "$work/said" >>"$OUT/said"
        rm -rf "$work"
    else
        # The folder stays, with the bytes that differ.
        echo "failed: TEST_SEED=$((SEED + $1)) LEAK_GAMES=$each sim_leaks" >>"$OUT/said"
        tail -n 30 "$work/said" >&2
    fi
    echo "worlds: run $1 ended, $((ends - SECONDS)) s left" >&2
}

for ((i = 0; i == 0 || (SECONDS < ends && i * each < games); i++)); do
    while [ "$(jobs -pr | wc -l)" -ge "$(nproc)" ]; do wait -n; done
    run $i &
done
wait
awk '
    /games/ {
        gsub(/[^0-9 ]/, "")
        games += $1; compared += $2; tables += $3; sea += $4; steps += $5; secrets += $6; mails += $7; bytes += $8
    }
    /^failed/ { failed++; sub(/^/, "- "); lines = lines "\n" $0 }
    END {
        printf "- %d games; %d of them compared in two worlds (%d table games, %d at sea), with %d events in both, %d of which had different secrets\n",
            games, compared, tables, sea, steps, secrets
        printf "- %.1f GB of views, events, actions, refusals, dry runs, pictures, recaps, streams, orders, talk, mails (%d), chats and webhooks, with statuses and headers, identical byte by byte\n",
            bytes / 1e9, mails
        printf "- %d runs failed%s\n", failed, lines
        exit games == 0 || failed > 0
    }' "$OUT/said"
