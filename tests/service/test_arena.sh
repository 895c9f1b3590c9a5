#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# hexpost arena: games of bots end, a seed repeats them, and stronger levels win more often.
# A short run tests some of the rules.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/slice.sh
echo "TEST_SEED=$slice_seed"
program=${BUILD:-build}/hexpost
bad=0

fail() {
    echo "arena: $1"
    bad=1
}

# The share of games that bot $1 wins according to $2.
share() { awk -v bot="$1" '$1 == bot { print $2 }' <<<"$2"; }

# The output of a series without its CPU time, which differs from run to run.
series() { awk -F '; CPU a decision' '{ print $1 }' <<<"$1"; }

at=0
for rules in base ck1998 ck2022; do
    taken_at $((at += 1)) 3 || continue
    first=$("$program" arena --bots easy,normal --games 120 --seed 5 --rules $rules) || fail "$rules: $first"
    again=$("$program" arena --bots easy,normal --games 120 --seed 5 --rules $rules)
    echo "$first"
    [ "$(series "$first")" = "$(series "$again")" ] || fail "$rules: the same seed gave other results"
    awk -v easy="$(share easy "$first")" 'BEGIN { exit !(easy > 12 && easy < 47) }' ||
        fail "$rules: easy wins $(share easy "$first") % against normal, expected about 30 %"
done
# The bound is two standard deviations of this many games below the share in thousands of games.
for rules in base ck2020; do
    taken_at $((at += 1)) 2 || continue
    hard=$("$program" arena --bots hard,normal --games 120 --seed 5 --rules $rules) || fail "$hard"
    echo "$hard"
    awk -v hard="$(share hard "$hard")" 'BEGIN { exit !(hard > 55) }' ||
        fail "$rules: hard wins $(share hard "$hard") % against normal"
done
# With two players hard only places its first pieces better.
two=$("$program" arena --bots hard,normal --players 2 --games 400 --seed 5) || fail "$two"
echo "$two"
awk -v hard="$(share hard "$two")" 'BEGIN { exit !(hard > 52) }' ||
    fail "hard wins $(share hard "$two") % with two players"
"$program" arena --bots normal,easy --games 600 --seed 5 --gate 60 || fail "normal did not pass the gate against easy"
gate=$("$program" arena --bots easy,normal --games 600 --seed 5 --gate 60) && fail "easy passed the gate against normal"
grep -q "not reached" <<<"$gate" || fail "expected \"not reached\": $gate"
"$program" arena --bots easy,normal --games 2 --seed 5 --gate 60 >/dev/null && fail "two games passed the gate"
for wrong in "--bots easy --gate 3" "--bots easy --gate 100" "--bots easy,nobody" "--games 3" "--bots easy --rules ck1900" "--bots easy --players 9" "--bots"; do
    # shellcheck disable=SC2086 # these are several arguments
    "$program" arena $wrong >/dev/null 2>&1
    [ $? = 2 ] || fail "accepts the arguments $wrong"
done
[ $bad = 0 ] && echo "100%: Checks: 1, Failures: 0, Errors: 0"
exit $bad
