# shellcheck shell=sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Selects the part of the long scripts that a short run takes: see slice.mjs.

slice_seed=${TEST_SEED:-$(date +%s)}

# Whether to take the item at place $1, if one in $2 is taken.
taken_at() {
    [ "${TEST_THOROUGH:-}" = 1 ] || [ $(((slice_seed + $1) % $2)) -eq 0 ]
}

# Whether this run, one in $1, takes all of the script. The choice depends on the script's name only, so that a seed
# repeats it from any folder.
taken() {
    taken_at "$(printf '%s' "${0##*/}" | cksum | cut -d ' ' -f 1)" "$1"
}

# Skips the script in the other runs.
taken_or_skip() {
    taken "$1" && return
    echo "left out of this short run, TEST_SEED=$slice_seed; TEST_THOROUGH=1 runs it"
    exit 77
}
