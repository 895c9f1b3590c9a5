#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Checks the include graph against the rooms of tests/lint/rooms.txt: no arrow points up or sideways, there is no circle
# of headers, every file belongs to a room, and bots only use the engine. With --draw it prints the rooms from top to
# bottom instead, each with its outgoing arrows (`make rooms`).
set -u
cd "$(dirname "$0")/../.." || exit 1

# Rooms can lie within rooms (engine/knights): the longest name that fits is a file's room.
# $1 and the like are awk's.
# shellcheck disable=SC2016
git ls-files -z --cached --others --exclude-standard -- 'engine/*.[ch]' 'db/*.[ch]' 'service/*.[ch]' | sort -zu |
    xargs -0 grep -HnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"|SPDX' 2>/dev/null |
    awk -v draw="${1:-}" '
    function room_of(path,    at) {
        at = path
        while (sub(/\/[^\/]*$/, "", at)) if (at in rank) return at
        return ""
    }
    function fault(text) { print "rooms: " text; bad = 1 }
    # Follows the headers that a file includes, and reports those it comes back to.
    function walk(file, way,    n, i, next_one) {
        if (state[file] == 2) return
        if (state[file] == 1) { fault("headers include each other: " way); return }
        state[file] = 1
        n = split(includes[file], next_one, " ")
        for (i = 1; i <= n; i++) if (next_one[i] ~ /\.h$/) walk(next_one[i], way " -> " next_one[i])
        state[file] = 2
    }
    BEGIN {
        while ((getline line < "tests/lint/rooms.txt") > 0) {
            if (line ~ /^#/ || line == "") continue
            level++
            count = split(line, word, " ")
            for (i = 1; i <= count && word[i] ~ /^(engine|db|service\/)/; i++) {
                rank[word[i]] = level
                order[++rooms] = word[i]
            }
            sub(/^((engine|db|service)[a-z\/]* +)+/, "", line)
            what[level] = line
        }
    }
    {
        split($0, part, ":")
        file = part[1]
        files[file] = 1
        if ($0 !~ /include/) next
        target = $0
        sub(/^[^"]*"/, "", target); sub(/".*/, "", target)
        includes[file] = includes[file] " " target
        from = room_of(file); to = room_of(target)
        if (to == "") next
        if (from != to) {
            arrows[from, to]++
            if (rank[to] <= rank[from])
                fault(file ":" part[2] ": " target " lies " (rank[to] < rank[from] ? "above" : "beside") " it")
        }
        if (from == "service/bots" && to != "engine" && to != from)
            fault(file ":" part[2] ": bots stand on the engine alone")
    }
    END {
        for (file in files) {
            if (room_of(file) == "") fault(file " stands in no room of tests/lint/rooms.txt")
            else lines[room_of(file)]++
            if (file ~ /\.h$/) walk(file, file)
        }
        for (i = 1; draw != "" && i <= rooms; i++) {
            room = order[i]
            printf "%-18s %3d files  %s\n", room, lines[room], what[rank[room]]
            for (j = 1; j <= rooms; j++)
                if (arrows[room, order[j]]) printf "    -> %-18s %3d\n", order[j], arrows[room, order[j]]
        }
        exit bad
    }'
