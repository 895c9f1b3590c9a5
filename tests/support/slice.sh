# shellcheck shell=sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# What of the long scripts is run where a run has to be short: see slice.mjs.

# Whether this is one of the runs, one in $1, that take all of it.
taken() {
    slice_seed=${TEST_SEED:-$(date +%s)}
    [ "${TEST_THOROUGH:-}" = 1 ] || [ $((slice_seed % $1)) -eq 0 ]
}

# Skips the script in the others.
taken_or_skip() {
    taken "$1" && return
    echo "left out of this short run, TEST_SEED=$slice_seed; TEST_THOROUGH=1 runs it"
    exit 77
}
