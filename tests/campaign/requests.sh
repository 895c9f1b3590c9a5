#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Sends the program a million requests, generated from the description and varied (a part of the campaign, see run.sh).
set -o pipefail
make -s -j"$(nproc)" BUILD="$BUILD" all tests/tools/node_modules/.installed >&2 || exit 1
TEST_BINARY=$PWD/$BUILD/hexpost REQUESTS=${REQUESTS:-1000000} REQUEST_SECONDS=$((MINUTES * 60)) \
    node tests/openapi/responses.mjs | tee "$OUT/log" >&2
code=$?
grep '^- ' "$OUT/log"
exit $code
