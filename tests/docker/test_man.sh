#!/bin/bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# The manual page is made from the text of `hexpost help`: troff accepts it without a warning, and both have the same
# commands, flags and variables.
set -euo pipefail
binary=${TEST_BINARY:-build/hexpost}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$binary" help --man >"$work/hexpost.1"
if command -v groff >/dev/null; then
    groff -ww -man -Tascii -P-c "$work/hexpost.1" >"$work/page" 2>"$work/warnings"
    [ ! -s "$work/warnings" ] || { cat "$work/warnings" && exit 1; }
    # Without overstrikes, and without hyphenation at the ends of lines.
    grep -q 'hexpost serve \[--listen ADDR\]' <(sed 's/.\x08//g' "$work/page")
fi
if command -v mandoc >/dev/null; then mandoc -T lint -W error "$work/hexpost.1"; fi

# Everything that looks like a flag, a variable or a command of the list.
words() { grep -oE -e '--[a-z][a-z-]+|HEXPOST_[A-Z_]+' "$1" | sort -u; }
"$binary" help >"$work/text"
sed -n 's/^  \([a-z-]*\)  *[a-z].*/\1/p' "$work/text" | while read -r command; do
    "$binary" help "$command" | sed -n 1p >>"$work/text"
    grep -q "^hexpost \\\\*${command//-/.*}" <(sed 's/^\.B //' "$work/hexpost.1")
done
diff <(words "$work/text") <(words <(sed 's/\\-/-/g' "$work/hexpost.1"))
[ "$(words "$work/text" | wc -l)" -gt 80 ]
echo "2 passed, 0 failed"
