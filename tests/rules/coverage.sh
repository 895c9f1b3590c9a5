#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Prints the rules of ids.txt that no scenario's heading names, and the refusals of engine/reason.h that no scenario
# has. The exit code is 1 when one is missing that no-behaviour.txt does not list, or when a heading or a list names an
# unknown rule or refusal.
# A heading "-" is of something that no book has.
set -u
cd "$(dirname "$0")" || exit 1
awk '
    FILENAME ~ /reason\.h$/ {
        if (match($0, /X\([A-Z_]+, "[a-z_]+"/)) { # X(OK, "ok": nothing is refused
            id = substr($0, RSTART, RLENGTH - 1)
            sub(/.*"/, "", id)
            if (id != "ok") refusals[id] = 1
        }
        next
    }
    FILENAME == "ids.txt" { title[$1] = substr($0, length($1) + 2); order[++n] = $1; next }
    FILENAME == "no-behaviour.txt" {
        if ($0 !~ /^#/ && NF > 0) { silent[$1] = 1; place[$1] = FILENAME ":" FNR }
        next
    }
    { for (i = 1; i < NF; i++) if ($i == "refused" || $i == "impossible") refused[$(i + 1)]++ }
    $1 == "scenario" {
        scenarios++
        for (i = 2; i <= NF; i++) {
            id = $i
            sub(/:$/, "", id)
            if (id == "-") break # of no book
            named[id]++
            place[id] = FILENAME ":" FNR
            if ($i ~ /:$/) break
        }
    }
    END {
        for (id in refusals) {
            if (id in refused && id in silent) { print id " is tested and listed in no-behaviour.txt"; bad++ }
            if (!(id in refused) && !(id in silent)) { print "missing: refusal " id; bad++ }
            title[id] = "refusal"
            codes += id in refused
        }
        for (id in place) if (!(id in title)) { print place[id] ": no rule " id; bad++ }
        for (i = 1; i <= n; i++) {
            id = order[i]
            if (id in named && id in silent) { print id " is named and listed in no-behaviour.txt"; bad++ }
            if (!(id in named) && !(id in silent)) { print "missing: " id " " title[id]; bad++ }
            covered += id in named
        }
        printf "%d scenarios name %d of %d rules and have %d refusals", scenarios, covered, n, codes
        for (id in silent) printf "%s%s", sep++ ? ", " : "; without behaviour: ", id
        print ""
        exit bad > 0
    }' ../../engine/reason.h ids.txt no-behaviour.txt ./*.scn
