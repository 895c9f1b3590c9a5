#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# No function longer than 70 lines, no file longer than 900, except those listed in tests/lint/long.txt ("FILE:FUNCTION
# reason" or "FILE reason"); entries that are no longer needed must be removed. Relies on clang-format: a function ends
# with a } in the first column. In Python one ends before the next line that is not indented deeper than its `def`.
set -u
cd "$(dirname "$0")/../.." || exit 1

# $1 and the like are awk's.
# shellcheck disable=SC2016
git ls-files -z --cached --others --exclude-standard -- '*.c' '*.h' '*.sh' '*.py' '*.mjs' '*.ts' '*.tsx' '*.css' ':!service/web/dist' | sort -zu |
    xargs -0 -r awk '
    function too_long(what, lines, most) {
        if (lines <= most) return
        needed[what] = 1
        if (!(what in listed)) {
            printf "lengths: %s: %d lines, at most %d: split it by subject\n", what, lines, most
            bad = 1
        }
    }
    function end_def() { if (def != "") too_long(file ":" def, def_last - def_start + 1, 70); def = "" }
    function end_file() { end_def(); if (file != "") too_long(file, last, 900) }
    BEGIN {
        while ((getline line < "tests/lint/long.txt") > 0) {
            if (line ~ /^#/ || line == "") continue
            split(line, word, " ")
            listed[word[1]] = 1
            if (word[2] == "") { print "lengths: long.txt: no reason for " word[1]; bad = 1 }
        }
    }
    FNR == 1 { end_file(); file = FILENAME; start = 0; open = 0 }
    { last = FNR }
    FILENAME ~ /\.py$/ {
        match($0, /^ */)
        if (def != "" && RLENGTH <= def_depth && NF > 0) end_def()
        if (NF > 0) def_last = FNR
        if (def == "" && /^ *(async )?def /) {
            def = $0; def_start = FNR; def_depth = RLENGTH
            sub(/^ *(async )?def /, "", def); sub(/\(.*/, "", def)
        }
        next
    }
    /^[A-Za-z_]/ && !open { start = FNR; head = $0 }
    /^[^#].*\) \{$/ && start && !open { open = 1 }
    /^\}/ {
        if (open) {
            name = head
            sub(/\(\).*/, "(", name); sub(/^START_TEST\(/, "", name); sub(/[()].*/, "", name)
            sub(/.*[ *]/, "", name)
            too_long(file ":" name, FNR - start + 1, 70)
        }
        start = 0; open = 0
    }
    /;$/ && !open { start = 0 }
    END {
        end_file()
        for (what in listed)
            if (!(what in needed)) {
                print "lengths: long.txt: " what " is no longer too long: take it off"
                bad = 1
            }
        exit bad
    }'
