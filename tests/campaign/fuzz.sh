#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Arbitrary bytes at every entry point, each target for an equal part of the time (a part of the campaign, see run.sh).
set -o pipefail
targets=$(find tests/fuzz -name 'fuzz_*.c' | wc -l)
make -s -j"$(nproc)" FUZZ_SECONDS=$((MINUTES * 60 * $(nproc) / targets)) fuzz | tee "$OUT/log" >&2
code=$?
grep '^- ' "$OUT/log" | sort
exit $code
