#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# The catalogs of texts (service/texts): gettext's own checks, placeholders, and keys that are in a file but not in
# hexpost.pot, or vice versa, or unused.
set -u
cd "$(dirname "$0")/../.." || exit 1
pot=service/texts/hexpost.pot
bad=0

"${BUILD:-build}/compile_texts" check "$pot" service/texts/*.po || bad=1
keys() { msgattrib --no-obsolete "$1" | sed -n 's/^msgctxt "\(.*\)"$/\1/p'; }
for language in service/texts/*.po; do
    msgfmt --check --output-file=/dev/null "$language" 2>&1 |
        grep -v "warning: header field '\(PO-Revision-Date\|Last-Translator\)' missing" && bad=1
    diff <(keys "$pot") <(keys "$language") | sed -n "s|^[<>]|catalogues: make texts would change $language:|p" |
        grep . && bad=1
done

make --no-print-directory -s texts-missing BUILD="${BUILD:-build}" | sed 's/^/catalogues: /' | grep . && bad=1

# Sections whose keys are names from the engine: the tests of words compare them with its tables. What commands say
# about special cards is made from the list of these.
awards=$(sed -nE 's/.* AWARD\([A-Z_]+, ([a-z_]+), .*/\1/p' engine/hooks.h | paste -sd '|')
by_name="^(page|hint|term|waiting|said|refusal)\\.|^mail\\.(day|month)_|^command\\.($awards)\$"
unused=$(keys "$pot" | grep -vE "$by_name" | tr 'a-z.-' 'A-Z__' | sed 's/^/TEXT_/' | sort |
    comm -23 - <(git grep --untracked -ohE 'TEXT_[A-Z0-9_]+' -- 'service/*.c' 'service/*.h' | sort -u))
if [ -n "$unused" ]; then
    printf '%s\n' "$unused" | sed 's/^/catalogues: nothing says /'
    bad=1
fi
exit $bad
