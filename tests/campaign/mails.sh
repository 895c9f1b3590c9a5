#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# The corpus of mails, tests/mail/shapes: read, packed and surrounded in every way, and answered (a part of the
# campaign, see run.sh). Bytes made of such mails are a target of the part `fuzz`.
set -u
make -j"$(nproc)" "$BUILD/tests/service_mail_shapes" >&2 || exit 1
fell=0
TEST_ROOT=$PWD CK_FORK=no CK_TIMEOUT_MULTIPLIER=10 "$BUILD/tests/service_mail_shapes" >"$OUT/said" 2>"$OUT/wrong" || fell=1
grep -E '^[0-9]+ (shapes|tails|names)' "$OUT/said" | sed 's/^/- /'
grep -E '^[a-z0-9_]+\.eml' "$OUT/wrong" | cut -c1-150 | sed 's/^/- fell: /'
exit $fell
