#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# How much one caller can slow down others (a part of the campaign, see run.sh): others.py, with the seconds for each
# route that fit into MINUTES.
set -u
make -j"$(nproc)" "$BUILD/hexpost" >&2 || exit 1
mkdir "$OUT/work"
seconds=$((MINUTES * 60 / 20))
python3 tests/campaign/others.py "$BUILD/hexpost" "$OUT/work" $((seconds < 3 ? 3 : seconds > 60 ? 60 : seconds))
status=$?
rm -rf "$OUT/work"
exit $status
