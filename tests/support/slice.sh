# shellcheck shell=sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# What of the long scripts is run where a run has to be short: see slice.mjs.

slice_seed=${TEST_SEED:-$(date +%s)}

# Whether the one at place $1 is taken, where one of $2 is.
taken_at() {
    [ "${TEST_THOROUGH:-}" = 1 ] || [ $(((slice_seed + $1) % $2)) -eq 0 ]
}

# Whether this is one of the runs, one in $1, that take all of the script; each script has its own, by its name alone,
# so that a seed repeats it from any folder.
taken() {
    taken_at "$(printf '%s' "${0##*/}" | cksum | cut -d ' ' -f 1)" "$1"
}

# Skips the script in the others.
taken_or_skip() {
    taken "$1" && return
    echo "left out of this short run, TEST_SEED=$slice_seed; TEST_THOROUGH=1 runs it"
    exit 77
}
