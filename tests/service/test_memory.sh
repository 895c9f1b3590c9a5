#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# A server that has little memory (ulimit -v): where there is none for a picture that is said, and the server
# lives on. Pictures are drawn in a process of their own, which may end.
set -eu

# Starts a server with what $1 says before; url and program are its.
begin() {
    (eval "$1" && exec "$TEST_BINARY" serve --listen 127.0.0.1:0 --db memory.db --access-log no \
        --rate-per-minute 100000 --rate-burst 1000 >lines 2>err) &
    program=$!
    read -r line <lines # waits until it listens
    url=${line#listening on }
}

end() {
    kill "$program"
    wait "$program"
}

mkfifo lines
begin :
token=$(curl -sf "$url/v1/accounts" -d '{"name":"ada"}' -H 'Content-Type: application/json' |
    sed 's/.*"token":"\([^"]*\)".*/\1/')
game=$(curl -sf "$url/v1/games" -H "Authorization: Bearer $token" -H 'Content-Type: application/json' \
    -d '{"rules":{"game":"base","players":2},"visibility":"public","seats":[{"account":"me"},{"open":true}]}' |
    sed 's/.*"id":"\([^"]*\)".*/\1/')
end

program=
trap '[ -z "$program" ] || kill -9 "$program" 2>/dev/null || true' EXIT

passed=0
steps="600 750 900"
[ -z "${TEST_THOROUGH:-}" ] || steps=$(seq 600 25 900)
for megabytes in $steps; do
    begin "ulimit -v $((megabytes * 1024))"
    # Many at once, of many sizes; the largest need the most.
    for width in $(seq 2048 -97 64); do
        printf 'url = "%s/v1/games/%s/board.png?width=%d"\noutput = /dev/null\n' "$url" "$game" "$width"
    done | curl -s -Z --parallel-max 16 -H "Authorization: Bearer $token" -w '%{http_code}\n' -K - >answers || true
    if ! kill -0 "$program" 2>/dev/null; then
        echo "with $megabytes MB the server ended:"
        tail -5 err
        exit 1
    fi
    if [ "$(wc -l <answers)" != "$(seq 2048 -97 64 | wc -l)" ] || grep -Evq '^(200|503)$' answers; then
        echo "with $megabytes MB it answered"
        sort answers | uniq -c
        tail -5 err
        exit 1
    fi
    echo "$megabytes MB: $(sort answers | uniq -c | tr '\n' ' ')"
    end
    passed=$((passed + 1))
done
echo "$passed passed, 0 failed"
