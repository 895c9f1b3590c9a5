#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# What the real server answers, against openapi/openapi.yaml.
root=${TEST_ROOT:-.}
if ! grep -qs '/v1/games/{id}/moves' "$root/service/routes.c"; then
    echo "the server has no moves to answer yet"
    exit 77
fi
exec node "$root/tests/openapi/responses.mjs"
