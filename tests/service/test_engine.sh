#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# hexpost arena with an external engine: it plays games to the end, sees no hidden card, a seed repeats its games, and
# each of its faults forfeits the game with a reason.
set -u
cd "$(dirname "$0")/../.." || exit 1
program=${BUILD:-build}/hexpost
passed=0 failed=0

# $1: what is checked; the rest: a command that succeeds if it is true.
check() {
    local what=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAILED %s: %s\n' "$what" "$said"
    fi
}
# Plays with engine.mjs $1; the rest are flags. Sets said, code and moves.
arena() {
    local fault=$1
    shift
    said=$("$program" arena --seed 5 --players 3 --engine "exec node tests/service/engine.mjs $fault" "$@" 2>&1)
    code=$?
    moves=$(sed -n 's/^moves: //p' <<<"$said")
}

for rules in base ck2022 new_shores; do
    arena '' --bots engine,easy --games 2 --rules "$rules"
    check "whole games of $rules" test "$code" = 0
    check "no game of $rules is forfeited" grep -q '^forfeited by the engine: 0 games$' <<<"$said"
done
first=$moves
arena '' --bots engine,easy --games 2 --rules new_shores
check 'a seed repeats the games' test "$first" = "$moves"
arena '' --bots engine --games 1
check 'the engine plays all seats' grep -q '^engine   100.0 %' <<<"$said"

while IFS='|' read -r fault reason; do
    arena "$fault" --bots engine,easy --games 1 --engine-ms 1500
    check "forfeited by: $fault" grep -qE "^hexpost arena: game 1, seat 0, turn [0-9]+: the engine forfeits: $reason" <<<"$said"
    check "and counted ($fault)" grep -q '^forfeited by the engine: 1 games$' <<<"$said"
done <<'REASONS'
illegal|an illegal move \([a-z_]+\): [A-Z]
shape|/action/type: 
choice|its choice is none of the [0-9]+ moves
nonsense|its answer is not .* yes
late|it gave no answer within 1500 ms
end|it has ended
idle|it makes no move, and the game waits for it
REASONS
arena '' --bots easy --games 1
check 'an engine without a seat is refused' test "$code" = 2
said=$("$program" arena --bots engine --games 1 2>&1)
check 'and a seat of an engine without a command' test $? = 2
said=$("$program" arena --bots engine,easy --games 1 --engine no-such-program 2>&1)
check 'a missing command forfeits' grep -q 'the engine forfeits: it has ended' <<<"$said"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
