#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Writes the whole description on standard output: outline.yaml, where each line "# include FILE" gives way
# to the lines of that file, as far to the right as it stood. The files' own licence lines are left out. A line
# "# each award: TEXT" of theirs gives way to a line for each special card of awards.txt (made by make vocabulary).
set -eu
cd "$(dirname "$0")"

awk '
    function put(file, indent,    line, got) {
        while ((got = (getline line < file)) > 0)
            if (line ~ /^ *# each award: /) put_awards(indent line)
            else if (line !~ /SPDX-License-Identifier/) print (line == "" ? "" : indent line)
        close(file)
        if (got < 0) {
            print "assemble.sh: openapi/" file " cannot be read" > "/dev/stderr"
            exit 1
        }
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
    NR == 1 { print; print "# Made by openapi/assemble.sh from the files beside it: change those, then run make openapi."; next }
    NR == 2 { next }
    match($0, /^ *# include /) { put(substr($0, RLENGTH + 1), substr($0, 1, index($0, "#") - 1)); next }
    { print }' outline.yaml
