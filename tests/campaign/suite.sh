#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# tests/campaign/suite.sh TARGET [REPORT]: runs `make TARGET`, which runs test programs, in an order by SEED and for
# MINUTES; prints how many ran, and how many lines match a sanitizer's REPORT. Without REPORT, failed tests run once
# more, alone (tests/run.sh); those that pass then are named but do not count as failed.
set -u
log=$OUT/log
[ $# -gt 1 ] && again='' || again=1
TEST_AGAIN=$again TEST_UNTIL=$(($(date +%s) + MINUTES * 60)) TEST_SEED=$SEED TEST_PROGRAM_SECONDS=3600 TEST_LINES=100000 \
    make -j"$(nproc)" "$1" 2>&1 | tee "$log" >&2
code=${PIPESTATUS[0]}
awk -v report="${2-}" '
    $3 == "passed" && $5 == "failed" && $7 == "skipped" {
        if ($8 == "late") { late++; next }
        if (failed[$1] > 0 && $4 == 0) names = names "\n- unsteady, passed when it ran alone: `" $1 "`"
        passed[$1] = $2; failed[$1] = $4
    }
    /^--- again/ { exit }
    report != "" && $0 ~ report { reports++ }
    END {
        for (name in passed) {
            programs++; all_passed += passed[name]; all_failed += failed[name]
            if (failed[name] > 0) names = names "\n- failed: `" name "`"
        }
        printf "- %d programs, %d tests passed, %d failed; ", programs, all_passed, all_failed
        if (report != "") printf "%d reports; ", reports
        printf "%d programs not started because the time was over%s\n", late, names
        exit programs == 0
    }' "$log" && [ "$code" -eq 0 ]
