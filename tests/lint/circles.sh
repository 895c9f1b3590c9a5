#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Counts, by the symbols of the objects of $1 (build/engine, build/service), how many units form a circle: they use each
# other, so none can be understood or tested alone. For the engine it also counts the names of expansions that the core
# refers to outside its list of them; for the service, all units that are in any circle. Lists of rows refer to
# everything, so their arrows do not count: the engine's expansions (those to expansions), the service's wiring, and its
# tables of what bots, pictures and documents add for an expansion. No number may exceed that in tests/lint/circles.txt;
# if one has fallen, that file must follow. With --draw as $2 it prints the names, and the units of each circle.
set -u
cd "$(dirname "$0")/../.." || exit 1
objects=${1:-build/engine}
part=${objects##*/}
[ -n "$(find "$objects" -name '*.o' 2>/dev/null)" ] || {
    echo "circles: no objects in $objects: build the $part first"
    exit 1
}

# Objects of files that are there no more are left out. $1 and the like are awk's.
# shellcheck disable=SC2016
find "$objects" -name '*.o' | sort | while read -r object; do
    unit=${object#"$objects"/}
    [ -e "$part/${unit%.o}.c" ] && printf '%s\0' "$object"
done | xargs -0 nm -gA | sed "s|^$objects/||; s|\\.o:| |" | awk -v draw="${2:-}" -v part="$part" '
    function added(unit) { return part == "engine" && unit ~ /\// }
    function lists(from, to) {
        return part == "engine" ? from == "expansion" && added(to) : from ~ /^(cli\/wiring|bots\/rows|picture\/rows|document\/rows)$/
    }
    # Records what FROM reaches, by way of AT.
    function walk(from, at,    n, i, ones) {
        n = split(next_ones[at], ones, " ")
        for (i = 1; i <= n; i++)
            if (!((from, ones[i]) in reach)) {
                reach[from, ones[i]] = 1
                walk(from, ones[i])
            }
    }
    # Compares NUMBER of what is called NAME with the file.
    function hold(number, name, what) {
        said = said (said == "" ? "" : ", ") number " " what
        if (number > limit[part, name]) fault = fault "circles: at most " limit[part, name] " " what "\n"
        else if (number < limit[part, name]) fault = fault "circles: fewer " what " than before: write the new number into tests/lint/circles.txt\n"
    }
    NF == 3 && $2 == "U" { uses[++n] = $1 " " $3; next }
    NF == 4 { home[$4] = $1; unit[$1] = 1 }
    END {
        while ((getline line < "tests/lint/circles.txt") > 0) {
            split(line, word, " ")
            if (word[2] ~ /^[0-9]+$/) limit[word[1], word[3]] = word[2]
        }
        for (i = 1; i <= n; i++) {
            split(uses[i], use, " ")
            to = home[use[2]]
            if (to == "" || to == use[1]) continue
            if (added(to) && !added(use[1]) && !lists(use[1], to) && !((use[2]) in named)) {
                named[use[2]] = 1
                names++
                if (draw) print "name " use[2] " of " to
            }
            if (lists(use[1], to) || (use[1], to) in arrow) continue
            arrow[use[1], to] = 1
            next_ones[use[1]] = next_ones[use[1]] " " to
        }
        for (a in unit) walk(a, a)
        for (a in unit) {
            size = 0
            for (b in unit) size += (a, b) in reach && (b, a) in reach
            within += size > 0
            if (size > largest) largest = size
            if (draw && size > 0 && !(a in drawn)) {
                printf "circle of %d:", size
                for (b in unit) if ((a, b) in reach && (b, a) in reach) { drawn[b] = 1; printf " %s", b }
                print ""
            }
        }
        if (part == "engine") hold(names + 0, "names", "names of expansions in the core")
        hold(largest + 0, "largest", "units in one circle")
        if (part == "service") hold(within + 0, "units", "units in circles")
        print said
        printf "%s", fault
        exit fault != ""
    }'
