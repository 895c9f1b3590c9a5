#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Counts, by the symbols of the engine's objects in $1 (build/engine), how many names of expansions the core refers to
# and how many of its units are one circle: they reach each other, so that none can be understood or tested alone.
# The list of expansions (expansion.c) names their rows, and its arrows to them do not count: through it the core
# reaches whatever there is. Neither number may exceed that of tests/lint/circles.txt; where one has fallen, so does
# that file. With --draw as $2 it prints the names and the units.
set -u
cd "$(dirname "$0")/../.." || exit 1
objects=${1:-build/engine}
[ -n "$(find "$objects" -name '*.o' 2>/dev/null)" ] || {
    echo "circles: no objects in $objects: build the engine first"
    exit 1
}

# $1 and the like are awk's.
# shellcheck disable=SC2016
find "$objects" -name '*.o' | sort | while read -r object; do
    unit=${object#"$objects"/}
    [ -e "engine/${unit%.o}.c" ] && nm -g "$object" | sed "s|^|${unit%.o} |"
done | awk -v draw="${2:-}" '
    function added(unit) { return unit ~ /\// }
    NF == 3 && $2 == "U" { uses[++n] = $1 " " $3; next }
    NF == 4 { home[$4] = $1; unit[$1] = 1 }
    END {
        for (i = 1; i <= n; i++) {
            split(uses[i], use, " ")
            to = home[use[2]]
            if (to == "" || to == use[1]) continue
            if (added(to) && !added(use[1]) && !((use[2]) in named)) {
                named[use[2]] = 1
                names++
                if (draw) print "name " use[2] " of " to
            }
            if (use[1] == "expansion" && added(to)) continue
            reach[use[1], to] = 1
        }
        for (k in unit) for (a in unit) if ((a, k) in reach) for (b in unit) if ((k, b) in reach) reach[a, b] = 1
        for (a in unit) {
            size = 0
            for (b in unit) size += (a, b) in reach && (b, a) in reach
            if (size > largest) { largest = size; at = a }
        }
        for (b in unit) if (draw && (at, b) in reach && (b, at) in reach) print "circle " b
        while ((getline line < "tests/lint/circles.txt") > 0) {
            split(line, word, " ")
            if (word[1] ~ /^[0-9]+$/) limit[word[2]] = word[1]
        }
        print names + 0 " names of expansions in the core, " largest + 0 " units in one circle"
        bad = names + 0 != limit["names"] || largest + 0 != limit["units"]
        if (names > limit["names"] || largest > limit["units"])
            print "circles: at most " limit["names"] " names and " limit["units"] " units: let a row of hooks say it (engine/README.md)"
        else if (bad)
            print "circles: fewer than before: write the new numbers into tests/lint/circles.txt"
        exit bad
    }'
