#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# openapi/openapi.yaml under redocly's and spectral's lint. Both treat warnings as errors, except where
# tests/tools/redocly.yaml and tests/tools/spectral.yaml say otherwise. Spectral takes fifteen times as long, and only
# runs with TEST_THOROUGH=1, as in `make lint`.
set -eu
cd "${TEST_ROOT:-.}"
if [ ! -f openapi/openapi.yaml ]; then
    echo "openapi/openapi.yaml is not there yet"
    exit 77
fi
cd tests/tools
if [ ! -x node_modules/.bin/redocly ]; then
    echo "the validators are not installed: make openapi-lint installs them"
    exit 1
fi
failed=0
linters=1
REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true \
    node_modules/.bin/redocly lint --config redocly.yaml ../../openapi/openapi.yaml || failed=$((failed + 1))
if [ "${TEST_THOROUGH:-}" = 1 ]; then
    linters=2
    node_modules/.bin/spectral lint --quiet --ruleset spectral.yaml --fail-severity warn \
        ../../openapi/openapi.yaml || failed=$((failed + 1))
else
    echo "without spectral"
fi
echo "$((linters - failed)) passed, $failed failed"
[ "$failed" -eq 0 ]
