#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Counts, in each room of the service, the lines that test by name whether a game has an expansion, or for its marks on
# the board. Files named after an expansion (EXPANSIONS in engine/hooks.h) are rows of hooks and may do so. A room may
# not have more such lines than tests/lint/asks.txt allows; rooms that are not listed may have none. With --draw as $1
# it prints the lines.
set -u
cd "$(dirname "$0")/../.." || exit 1

rows=$(sed -n '/^#define EXPANSIONS/,/^$/s/.*ROW(\([a-z]*\)) .*/\1/p; /^#define EXPANSIONS/,/^$/s/.*ROW(\([a-z]*\))$/\1/p' \
    engine/hooks.h | sort -u | paste -sd'|')
[ -n "$rows" ] || { echo "asks: no EXPANSIONS in engine/hooks.h"; exit 1; }
asks="rules(\.|->)(knights|sea|fleet|wonders)\b|\b(board|map|spec)(\.|->)n_(villages|gifts|pool|lanes|fog|regions|fleet)\b"
asks="$asks|\bPLAYS_($rows)\b|\bSCENARIO_([^NC]|N[^O]|C[^OU])[A-Z]*"

git ls-files --cached --others --exclude-standard -- 'service/*.[ch]' | grep -vE "/($rows)\.c$" | sort |
    xargs grep -nE "$asks" |
    awk -v draw="${1:-}" '
    {
        room = $0
        sub(/^service\//, "", room); sub(/\/.*/, "", room)
        count[room]++
        if (draw) print
    }
    END {
        while ((getline line < "tests/lint/asks.txt") > 0)
            if (split(line, word, " ") == 2 && word[1] ~ /^[0-9]+$/) { limit[word[2]] = word[1]; count[word[2]] += 0 }
        for (room in count) {
            all += count[room]
            if (count[room] > limit[room] + 0) {
                bad = 1
                print "asks: service/" room " has " count[room] " lines that ask for an expansion by name, allowed are " limit[room] + 0
            }
            if (count[room] < limit[room] + 0)
                print "asks: service/" room " has fewer than before: write " count[room] " into tests/lint/asks.txt"
        }
        print all + 0 " lines of the service ask for an expansion by name"
        exit bad
    }'
