#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# All style sheets of the web page apply everywhere, so a class with a rule of its own in one of them must not have one
# in another: a part changes a common class only within itself (".hand .card"). Font sizes, spaces and layers are tokens
# of base.css; only there is a font named. boardThemes.css has other values for some of its tokens.
set -u
cd "$(dirname "$0")/../.." || exit 1

# $1 is awk's.
# shellcheck disable=SC2016
git ls-files -z --cached --others --exclude-standard -- 'service/web/src/styles/*.css' | sort -zu |
    xargs -0 -r awk '
    function refuse(what) {
        printf "styles: %s:%d: %s\n", FILENAME, FNR, what
        bad = 1
    }
    match($0, /^\.[A-Za-z][A-Za-z-]*( \{|,)/) {
        class = substr($0, 1, RLENGTH)
        sub(/ ?[{,]$/, "", class)
        if (!(class in first)) first[class] = FILENAME
        else if (first[class] != FILENAME && !told[class, FILENAME]++)
            refuse(class " is styled in " first[class] " already")
    }
    FILENAME ~ /(base|boardThemes)\.css$/ { next }
    /^ *font-size: [0-9.]+(rem|px)/ && !/(^| )[0-9]+px;/ { refuse("a size of type that is no token: " $0) }
    /^ *(gap|row-gap|column-gap|padding[a-z-]*|margin[a-z-]*): .*[0-9]rem/ { refuse("a space that is no token: " $0) }
    /^ *z-index: [^v0-1]/ { refuse("a layer that is no token: " $0) }
    /#[0-9a-f][0-9a-f][0-9a-f]+[; ,)]/ && !/^\.(paint-|board-art)/ { refuse("a colour that is no token: " $0) }
    END { exit bad }'
