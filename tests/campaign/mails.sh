#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Reads the mails of tests/mail/shapes, encodes and quotes them in every way, and answers them (a part of the campaign,
# see run.sh). The part `fuzz` has a target for bytes that resemble such mails.
set -u
make -j"$(nproc)" "$BUILD/tests/service_mail_shapes" >&2 || exit 1
failed=0
TEST_ROOT=$PWD TEST_THOROUGH=1 CK_FORK=no CK_TIMEOUT_MULTIPLIER=10 "$BUILD/tests/service_mail_shapes" >"$OUT/said" 2>"$OUT/wrong" || failed=1
grep -E '^[0-9]+ (shapes|tails|names)' "$OUT/said" | sed 's/^/- /'
grep -E '^[a-z0-9_]+\.eml' "$OUT/wrong" | cut -c1-150 | sed 's/^/- failed: /'
exit $failed
