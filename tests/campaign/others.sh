#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# What one caller can take from others (a part of the campaign, see run.sh): others.py, the seconds for each route by
# the minutes there are.
set -u
make -j"$(nproc)" "$BUILD/hexpost" >&2 || exit 1
mkdir "$OUT/work"
seconds=$((MINUTES * 60 / 20))
python3 tests/campaign/others.py "$BUILD/hexpost" "$OUT/work" $((seconds < 3 ? 3 : seconds > 60 ? 60 : seconds))
status=$?
rm -rf "$OUT/work"
exit $status
