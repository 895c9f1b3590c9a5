#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Writes the whole description on standard output: outline.yaml, where each line "# include FILE" gives way
# to the lines of that file, as far to the right as it stood, and "# include every NAME" to what each file in
# subjects/ has under NAME. The files' own licence lines are left out. A line "# each award: TEXT" of theirs gives way
# to a line for each special card of awards.txt (made by make vocabulary). {{version}} of outline.yaml is the program's, from
# the Makefile.
set -eu
cd "$(dirname "$0")"

LC_ALL=C awk -v version="$(sed -n 's/^VERSION := //p' ../Makefile)" '
    function unread(file) {
        print "assemble.sh: openapi/" file " cannot be read" > "/dev/stderr"
        exit 1
    }
    function put_line(line, indent) {
        if (line ~ /^ *# each award: /) put_awards(indent line)
        else if (line !~ /SPDX-License-Identifier/) print (line == "" ? "" : indent line)
    }
    function put_awards(line,    row, word, text) {
        sub(/# each award: /, "", line)
        while ((getline row < "awards.txt") > 0) {
            split(row, word, " ")
            text = line
            gsub(/CARD/, word[1], text)
            gsub(/SCHEMA/, word[2], text)
            gsub(/FIGURE/, word[3], text)
            print text
        }
        close("awards.txt")
    }
    function put(file, indent,    line, got) {
        while ((got = (getline line < file)) > 0) put_line(line, indent)
        close(file)
        if (got < 0) unread(file)
    }
    # What stands under NAME in a file of a subject, two to the right.
    function put_part(file, name, indent,    line, got, within) {
        while ((got = (getline line < file)) > 0) {
            if (line ~ /^[^ ]/) within = line == name ":"
            else if (within) put_line(substr(line, 3), indent)
        }
        close(file)
        if (got < 0) unread(file)
    }
    BEGIN { for (i = 2; i < ARGC; i++) { subjects[++count] = ARGV[i]; ARGV[i] = "" } }
    NR == 1 { print; print "# Made by openapi/assemble.sh from the files beside it: change those, then run make openapi."; next }
    NR == 2 { next }
    /\{\{version\}\}/ { sub(/\{\{version\}\}/, version) }
    match($0, /^ *# include every /) {
        for (i = 1; i <= count; i++) put_part(subjects[i], substr($0, RLENGTH + 1), substr($0, 1, index($0, "#") - 1))
        next
    }
    match($0, /^ *# include /) { put(substr($0, RLENGTH + 1), substr($0, 1, index($0, "#") - 1)); next }
    { print }' outline.yaml subjects/*.yaml
