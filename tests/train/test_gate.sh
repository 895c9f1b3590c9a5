#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# make train-gate: weights are not better than themselves, but better than zeros.
set -u
cd "${TEST_ROOT:-$(dirname "$0")/../..}" || exit 1
bad=0

# Runs the gate with the older weights in file $1, and checks that its output matches $2.
ask() {
    local said
    said=$(make --no-print-directory -s BUILD="${BUILD:-build}" OLD_WEIGHTS="$1" GATE="base 2 1 400" train-gate 2>&1)
    echo "$said"
    grep -q "$2" <<<"$said" && return
    echo "gate: expected \"$2\""
    bad=1
}

none=$(mktemp --suffix=.c)
trap 'rm -f "$none"' EXIT
sed -E 's/-?[0-9]+\.[0-9]+F/0/g' service/bots/weights.c >"$none"
ask service/bots/weights.c ' 50\.0 % .*: not reached$'
ask "$none" ': passed$'
exit $bad
