#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Words and calls that have no place here. Looks at tracked and new files; not at itself.
set -u
cd "$(dirname "$0")/../.." || exit 1
bad=0

# grep's hits of pattern $2 in files $3…, as findings called $1.
refuse() {
    local what=$1 pattern=$2 found
    shift 2
    found=$(git ls-files -z --cached --others --exclude-standard -- "$@" \
        ':!tests/lint/words.sh' ':!LICENSE' ':!service/web/dist' | sort -zu | xargs -0 -r grep -nHIP "$pattern" 2>/dev/null)
    if [ -n "$found" ]; then
        printf '%s\n' "$found" | cut -c 1-200 | sed "s|^|words: $what: |"
        bad=1
    fi
}

refuse 'work left open' '\b(TODO|FIXME|XXX|HACK)\b' ':!tests/tools/package-lock.json' .
refuse 'a call with a safer sibling' \
    '(?<![\w.>])(strcpy|strcat|strncat|stpcpy|v?sprintf|gets|strtok|ato[ifl]|atoll|s?rand|random|alloca|system|popen|tmpnam|mktemp)\s*\(' \
    '*.c' '*.h'
# One place lets a log grow: it begins and ends games and tells the listeners. (bench measures the store alone.)
refuse 'a log that grows elsewhere than in game/append.c' '\bstore_events_append\b' \
    '*.c' ':!db' ':!tests' ':!service/game/append.c' ':!service/cli/bench.c'
# One meaning a word: the glossary of service/README.md has what these were called before.
refuse 'an old word' \
    '\b(farewells?|happenings?|deeds?|tales?|nudged?|hearing|figures_\w+|doors_\w+|post_(tell|row|stand|kind|news)\w*|followers?|tell_\w+|store_(answer|figures)\w*|recap_looked\w*)\b|\bstruct (playing|saying|noting|looking|telling|seating|creation|adding)\b' \
    '*.c' '*.h'
# A backtrace names one function: the verb, and what it is done to.
refuse 'a function named by one word' '^(?:__attribute__\S*(?: \d, \d\)\)\))? )?static [\w\s*]*?\b[a-z0-9]+\(' \
    'service/*.c' 'db/*.c' 'engine/*.c'
twice=$(git ls-files -z --cached --others --exclude-standard -- 'service/*.c' 'db/*.c' 'engine/*.c' ':!service/texts' | sort -zu |
    xargs -0 -r grep -oP '^(?:__attribute__\(\(.*?\)\) )?(?:(?!typedef|extern|return|else)[a-z_]\w*[ *]+)+\K[a-z]\w*(?=\()' 2>/dev/null |
    sort -u | sed 's/.*://' | sort | uniq -d)
if [ -n "$twice" ]; then
    printf '%s\n' "$twice" | sed 's/^/words: a function of this name in two files: /'
    bad=1
fi
# (Golden logs carry the sentence that write.c has.)
refuse 'a player is they' '(?i)\b(he|his|him|himself)\b' '*.c' '*.h' ':!tests/records/write.c'

# The games' names belong to their publishers: only to say what Hexpost is compatible with.
refuse "a trade mark used as ours" '(?i)^(?!.*(compatible with|trade ?mark)).*\b(catan|siedler von|settlers of)\b' \
    '*.c' '*.h' '*.md' '*.yaml' '*.yml' '*.sql' '*.sh' '*.py' '*.mjs' '*.json' '*.ts' '*.tsx' \
    '*.css' '*.html' '*.webmanifest' '*.po' '*.pot' Makefile
refuse 'a path of one machine' '(?<![\w.])/(home|Users|root|work|mnt)/[a-z]' .
refuse 'a registry by its address' '(?i)\b(registry\.(npmjs\.org|yarnpkg\.com)|(deb|security|snapshot)\.debian\.org|pypi\.org|proxy\.golang\.org)' .
refuse 'a lock file with addresses' '"resolved"\s*:' 'package-lock.json' '*/package-lock.json'

# Every source says under which licence it stands.
unlicensed=$(git ls-files -z --cached --others --exclude-standard -- '*.c' '*.h' '*.sh' '*.py' '*.sql' '*.mjs' '*.yaml' \
    '*.ts' '*.tsx' '*.css' ':!service/web/dist' Makefile .ci/run docker/Dockerfile | sort -zu |
    while IFS= read -r -d '' file; do [ -f "$file" ] && printf '%s\0' "$file"; done |
    xargs -0 -r awk 'FNR > 3 { nextfile }
        /SPDX-License-Identifier: AGPL-3.0-or-later/ { has[FILENAME] }
        END { for (i = 1; i < ARGC; i++) if (!(ARGV[i] in has)) print ARGV[i] }')
if [ -n "$unlicensed" ]; then
    printf '%s\n' "$unlicensed" | sed 's/^/words: no SPDX line on top: /'
    bad=1
fi
exit $bad
