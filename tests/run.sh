#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Runs test programs, TEST_JOBS at a time, each in an empty folder of its own, and adds up what they
# count. The last line is "N passed, N failed" (", N skipped" if so); the exit code is 1 on failure.
#   tests/run.sh PROGRAM|SCRIPT...
# A program prints Check's line "…%: Checks: N, Failures: N, Errors: N"; a script (test_*.sh) can
# print "N passed, N failed" and otherwise counts as one test by its exit code (77: skipped).
# What a program printed is shown when it failed, or with TEST_VERBOSE=1. The ends of what failed are
# repeated before the last line, where a reader of a long log looks first.
# With TEST_AGAIN=1 what failed runs once more at the end, alone. What passes then is named as unsteady and does not
# count as failed: a test that a loaded machine can fell is to be mended, but it says nothing about the commit.
# What takes longest (tests/longest.txt) is begun first, so that all jobs end at about the same time. With
# TEST_UNTIL (seconds since 1970) no program is begun later, and the order is one by TEST_ORDER, else TEST_SEED.
# The folders lie in memory where it has room, so that nothing waits for a disk; with TMPDIR they lie there, and with
# TEST_THOROUGH=1 on the disk.
set -u
cd "$(dirname "$0")/.." || exit 1
root=$PWD
build=${BUILD:-build}
export TEST_ROOT=$root TEST_BINARY=$root/$build/hexpost
# What an account may have is held where a test is about it; others make as many games as they like.
export HEXPOST_QUOTAS=no

# Prints "passed failed skipped" of one program from what it said ($1) and its exit code ($2).
count() {
    awk -v code="$2" -v script="$3" '
        /^[0-9]+%: Checks: / {
            gsub(/[^0-9 ]/, ""); split($0, n, / +/)
            failed += n[3] + n[4]; passed += n[2] - n[3] - n[4]; seen = 1
        }
        /^[0-9]+ passed, [0-9]+ failed/ {
            passed += $1; failed += $3; skipped += /skipped/ ? $5 : 0; seen = 1
        }
        END {
            if (code == 77 && !seen) skipped = 1
            else if (code != 0 && failed == 0) failed = 1
            else if (!seen && script) passed = 1
            else if (!seen) failed = 1
            print passed + 0, failed + 0, skipped + 0
        }' "$1"
}

# Prints what program $1 is called: build/tests/db_fault is db_fault, tests/web/test_board.sh web_test_board.
name_of() {
    local name=${1##*/} folder=${1%/*}
    case $1 in *.sh) name=${folder##*/}_${name%.sh} ;; esac
    printf '%s\n' "$name"
}

# Prints the programs, those first that the table of the longest has, in its order.
longest_first() {
    for program; do printf '%s\t%s\n' "$(name_of "$program")" "$program"; done |
        awk -F '\t' 'NR == FNR { row[$1] = NR; next } { print ($1 in row ? row[$1] : NR + 1e6) "\t" $2 }' \
            tests/longest.txt - | sort -n | cut -f 2
}

# Prints where the programs' folders are made: in memory, where there are four gigabytes for them and programs may be
# run from it, which containers often forbid.
place_of_folders() {
    local memory=/dev/shm room probe
    room=$(df --output=avail "$memory" 2>/dev/null | tail -n 1)
    if [ -z "${TMPDIR:-}" ] && [ "${TEST_THOROUGH:-}" != 1 ] && [ "${room:-0}" -gt 4194304 ] &&
        probe=$(mktemp -p "$memory" 2>/dev/null); then
        printf '#!/bin/sh\n' >"$probe" && chmod +x "$probe"
        "$probe" 2>/dev/null || memory=/tmp
        rm -f "$probe"
        echo "$memory"
    else
        echo "${TMPDIR:-/tmp}"
    fi
}

# Runs program $2 and leaves its output and counts in folder $1.
run_one() {
    local results=$1 program=$2 name work started=$SECONDS code script=0
    name=$(name_of "$program")
    case $program in *.sh) script=1 ;; esac
    case $program in /*) ;; *) program=$root/$program ;; esac
    if [ -n "${TEST_UNTIL:-}" ] && [ "$(date +%s)" -ge "$TEST_UNTIL" ]; then
        echo 0 0 1 >"$results/$name.count"
        printf '%-36s %6d passed %4d failed %4d skipped  late\n' "$name" 0 0 1
        return
    fi
    work=$(mktemp -d -p "$TEST_FOLDERS")
    chmod 711 "$work" # a mail server runs what a test has laid there as somebody else
    TIMEFORMAT='%U %S'
    {
        time (cd "$work" && TMPDIR=$work timeout --kill-after=10 "${TEST_PROGRAM_SECONDS:-900}" "$program" \
            >"$results/$name.out" 2>&1 </dev/null)
        code=$?
    } 2>"$results/$name.cpu"
    rm -rf "$work"
    [ $code -eq 124 ] && echo "ran longer than ${TEST_PROGRAM_SECONDS:-900} s" >>"$results/$name.out"
    count "$results/$name.out" $code $script >"$results/$name.count"
    read -r passed failed skipped <"$results/$name.count"
    [ "$failed" -eq 0 ] || echo "$name: $failed failed (exit code $code)" >"$results/$name.failed"
    if [ "$failed" -gt 0 ] || [ -n "${TEST_VERBOSE:-}" ]; then
        {
            echo "--- $name (exit code $code)"
            tail -n "${TEST_LINES:-200}" "$results/$name.out"
            echo "--- end of $name"
        } >"$results/$name.shown"
        cat "$results/$name.shown"
    fi
    printf '%-36s %6d passed %4d failed %4d skipped %5d s %5.0f s CPU\n' \
        "$name" "$passed" "$failed" "$skipped" $((SECONDS - started)) "$(awk 'END { print $1 + $2 }' "$results/$name.cpu")"
}

if [ "${1-}" = --one ]; then
    run_one "$2" "$3"
    exit 0
fi

results=$(mktemp -d)
TEST_FOLDERS=$(mktemp -d -p "$(place_of_folders)")
chmod 711 "$TEST_FOLDERS"
export TEST_FOLDERS
trap 'rm -rf "$results" "$TEST_FOLDERS"' EXIT
# A database with all migrations, which tests copy (tests/support/fresh.h).
if "$TEST_BINARY" migrate --db "$TEST_FOLDERS/fresh.db" >"$results/fresh" 2>&1; then
    export TEST_FRESH=$TEST_FOLDERS/fresh.db
fi
if [ -n "${TEST_UNTIL:-}" ]; then
    mapfile -t programs < <(printf '%s\n' "$@" | shuf --random-source=<(yes "${TEST_ORDER:-${TEST_SEED:-0}}"))
else
    mapfile -t programs < <(longest_first "$@")
fi
set -- "${programs[@]}"
if [ $# -gt 0 ]; then
    printf '%s\0' "$@" | xargs -0 -n 1 -P "${TEST_JOBS:-$(($(nproc) + 3))}" tests/run.sh --one "$results"
fi
if [ -n "${TEST_AGAIN:-}" ]; then
    for program; do
        name=$(name_of "$program")
        [ -e "$results/$name.failed" ] || continue
        unsteady="unsteady, passed when it ran alone: $(cat "$results/$name.failed")"
        rm "$results/$name.failed"
        run_one "$results" "$program"
        [ -e "$results/$name.failed" ] || printf '%s\n' "$unsteady" >"$results/$name.unsteady"
    done
fi
for failed in "$results"/*.failed; do # of one program alone they stand there already
    if [ ! -e "$failed" ] || [ $# -eq 1 ]; then break; fi
    printf '\n--- again, the end of '
    cat "$failed"
    tail -n "${TEST_LINES_AGAIN:-40}" "${failed%.failed}.out"
done
cat "$results"/*.unsteady 2>/dev/null
lost=$(($# - $(find "$results" -name '*.count' | wc -l)))
cat "$results"/*.count 2>/dev/null | awk -v lost="$lost" '
    { passed += $1; failed += $2; skipped += $3 }
    END {
        failed += lost
        if (passed + failed + skipped == 0) print "there are no tests yet"
        printf "%d passed, %d failed%s\n", passed, failed, skipped ? ", " skipped " skipped" : ""
        exit failed > 0
    }'
