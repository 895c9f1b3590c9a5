#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# All style sheets of the web page hold everywhere, so a class that has a rule of its own in one of them must
# not have one in another: what a part changes of a common class it changes within itself (".hand .card").
set -u
cd "$(dirname "$0")/../.." || exit 1

# $1 is awk's.
# shellcheck disable=SC2016
git ls-files -z --cached --others --exclude-standard -- 'service/web/src/styles/*.css' | sort -zu |
    xargs -0 -r awk '
    match($0, /^\.[A-Za-z][A-Za-z-]*( \{|,)/) {
        class = substr($0, 1, RLENGTH)
        sub(/ ?[{,]$/, "", class)
        if (!(class in first)) first[class] = FILENAME
        else if (first[class] != FILENAME && !told[class, FILENAME]++) {
            printf "styles: %s:%d: %s is styled in %s already\n", FILENAME, FNR, class, first[class]
            bad = 1
        }
    }
    END { exit bad }'
