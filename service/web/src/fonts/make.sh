#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Makes inter.woff2, the page's font: Inter's upright variable font with what the page's languages and players'
# names need (Latin, Latin Extended-A, punctuation, arrows), weights 400 to 800, without hints.
#   make.sh Inter-roman.var.ttf     as Debian's fonts-inter-variable 4.0~beta7 has it
# Needs fonttools (4.38 was used) and brotli for Python 3. The page names it in styles/base.css.
set -eu
cd "$(dirname "$0")"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m fontTools.varLib.instancer -q "$1" wght=400:800 --output "$work/inter.ttf"
python3 -m fontTools.subset "$work/inter.ttf" --output-file=inter.woff2 --flavor=woff2 --no-hinting \
    --layout-features=ccmp,locl,mark,mkmk,kern,tnum,case --name-IDs=0,1,2,3,4,5,6,13,14 \
    --unicodes=U+0020-007E,U+00A0-017F,U+0192,U+0218-021B,U+02C6,U+02DA,U+02DC,U+1E9E,U+2010-2015,U+2018-201E,U+2020-2022,U+2026,U+202F,U+2030,U+2032,U+2033,U+2039,U+203A,U+20AC,U+2122,U+2190-2193,U+2212,U+2260,U+2264,U+2265,U+2713,U+2717
