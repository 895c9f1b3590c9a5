#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# The committed files are what the program's vocabulary generates: schemas, and the page's lists.
set -eu
cd "${TEST_ROOT:-.}"
made=$(mktemp "${TMPDIR:-/tmp}/hexpost-vocabulary-XXXXXX")
trap 'rm -f "$made" "$made.json"' EXIT
passed=0 failed=0

"${TEST_BINARY:-build/hexpost}" vocabulary >"$made.json"
for pair in openapi/vocabulary.mjs:openapi/schemas/vocabulary.yaml 'openapi/vocabulary.mjs awards:openapi/awards.txt' service/web/vocabulary.mjs:service/web/src/vocabulary.ts \
    'service/web/vocabulary.mjs options:service/web/src/pages/newGame/optionRows.ts'; do
    # shellcheck disable=SC2086 # the program and what it is asked for
    node ${pair%%:*} <"$made.json" >"$made"
    if diff "${pair#*:}" "$made"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED ${pair#*:} is up to date (make vocabulary)"
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
