#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# openapi/openapi.yaml is what openapi/assemble.sh makes of the files next to it, each of them is listed once in
# openapi/outline.yaml, and none is too long to read.
set -eu
cd "${TEST_ROOT:-.}"
folder=$(mktemp -d "${TMPDIR:-/tmp}/hexpost-assembled-XXXXXX")
trap 'rm -rf "$folder"' EXIT
passed=0 failed=0

# $1: what is checked; the rest: a command that succeeds if it holds.
check() {
    what=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $what"
    fi
}
longer_than() {
    find openapi -name '*.yaml' ! -path openapi/openapi.yaml ! -path openapi/schemas/vocabulary.yaml -exec awk -v most="$1" '
        END { if (NR > most) print FILENAME ": " NR " lines" }' {} \;
}

openapi/assemble.sh >"$folder/openapi.yaml"
check 'openapi/openapi.yaml is up to date (make openapi)' diff openapi/openapi.yaml "$folder/openapi.yaml"

sed -n '/# include every /d; s/^ *# include //p' openapi/outline.yaml | sort >"$folder/named"
(cd openapi && find . -name '*.yaml' ! -path './subjects/*' ! -name openapi.yaml ! -name outline.yaml ! -name about.yaml -o -name guide.md) |
    sed 's|^\./||' | sort >"$folder/there"
cat openapi/subjects/*.yaml | sed -n 's/^\([a-z]*\):.*/\1/p' | sort -u >"$folder/parts"
sed -n 's/^ *# include every //p' openapi/outline.yaml | sort >"$folder/taken"
comm -23 "$folder/parts" "$folder/taken" >"$folder/lost"
check 'each part of a subject has its place' diff /dev/null "$folder/lost"
check 'each file is named once in openapi/outline.yaml' diff "$folder/there" "$folder/named"

longer_than 900 >"$folder/long"
check 'no file is longer than 900 lines' diff /dev/null "$folder/long"

mkdir "$folder/part"
sed 's|include guide.md|include nothing.md|' openapi/outline.yaml >"$folder/part/outline.yaml"
cp openapi/assemble.sh "$folder/part"
if "$folder/part/assemble.sh" >/dev/null 2>"$folder/said"; then status=0; else status=1; fi
check 'a file that is not there fails' test "$status" -eq 1
check 'and is named' grep -q 'openapi/nothing.md' "$folder/said"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
