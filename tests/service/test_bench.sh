#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# hexpost bench prints one JSON object with the figures that clients read. Only figures that do not depend on the
# machine are checked.
set -eu
out=$("$TEST_BINARY" bench --quick)
printf '%s\n' "$out" | node -e '
const assert = require("assert");
const b = JSON.parse(require("fs").readFileSync(0, "utf8"));
for (const key of ["games_per_s", "actions_per_s", "replayed_events_per_s", "listings_per_s"])
    assert(b.base[key] > 0, key);
assert("cities_and_knights" in b);
assert(b.state_bytes > 0 && b.state_bytes <= 4096, "state_bytes " + b.state_bytes);
assert(b.event_bytes > 0 && b.event_bytes <= 40, "event_bytes " + b.event_bytes);
'
if "$TEST_BINARY" bench nonsense 2>err; then exit 1; fi
grep -q usage err
echo "2 passed, 0 failed"
