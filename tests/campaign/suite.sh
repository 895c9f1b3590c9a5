#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# tests/campaign/suite.sh TARGET [REPORT]: runs `make TARGET`, which runs test programs, in an order by SEED and
# as long as there are MINUTES; prints how many ran, and how many lines match REPORT, a sanitizer's.
set -u
log=$OUT/log
TEST_UNTIL=$(($(date +%s) + MINUTES * 60)) TEST_SEED=$SEED TEST_PROGRAM_SECONDS=3600 TEST_LINES=100000 \
    make -j"$(nproc)" "$1" 2>&1 | tee "$log" >&2
code=${PIPESTATUS[0]}
awk -v report="${2-}" '
    $3 == "passed" && $5 == "failed" && $7 == "skipped" {
        if ($8 == "late") { late++; next }
        programs++; passed += $2; failed += $4
        if ($4 > 0) names = names "\n- fell: `" $1 "`"
    }
    /^--- again/ { exit }
    report != "" && $0 ~ report { reports++ }
    END {
        printf "- %d programs, %d tests passed, %d failed; ", programs, passed, failed
        if (report != "") printf "%d reports; ", reports
        printf "%d programs not begun for want of time%s\n", late, names
        exit programs == 0
    }' "$log" && [ "$code" -eq 0 ]
