#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# A server with little memory (ulimit -v): if there is not enough for a picture or a mail, it answers 503 and keeps
# running. Pictures are drawn, and mails are read and written, in processes of their own, which may run out of memory.
set -eu
. "$TEST_ROOT/tests/support/slice.sh"

# Runs the command $1, which sets limits, and starts a server; sets url and program.
begin() {
    (eval "$1" && exec "$TEST_BINARY" serve --listen 127.0.0.1:0 --db memory.db --access-log no \
        --rate-per-minute 100000 --rate-burst 1000 --public-url https://hexpost.example --mail-dir mails \
        --mail-from games@example.org --mail-replies in.example.org --mail-hold-seconds 0 >lines 2>err) &
    program=$!
    read -r line <lines # waits until it listens
    url=${line#listening on }
}

end() {
    kill "$program"
    wait "$program"
}

# Posts JSON $2 to the path $1, with the token if it is set; METHOD replaces POST.
ask() {
    curl -sf -X "${METHOD:-POST}" "$url$1" -d "$2" -H 'Content-Type: application/json' \
        ${token:+-H "Authorization: Bearer $token"}
}

# The first match of $1 in the mails that the server sent; waits until there is one.
sent() {
    local found=
    for _ in $(seq 600); do
        found=$(cat mails/*.eml 2>/dev/null | tr -d '\r' | sed -e ':a' -e '/=$/{N;s/=\n//;ba' -e '}' | grep -oEm1 "$1") && break
        sleep 0.05
    done
    echo "$found"
}

mkfifo lines
mkdir mails
begin :
token=
token=$(ask /v1/accounts '{"name":"ada"}' | sed 's/.*"token":"\([^"]*\)".*/\1/')
METHOD=PATCH ask /v1/me/mail '{"address":"ada@example.org"}' >/dev/null
curl -sf -X POST "$url$(sent '/mail/[a-z0-9]{26}')" >/dev/null
game=$(ask /v1/games '{"rules":{"game":"base","players":2},"visibility":"public","seats":[{"account":"me"},{"bot":"easy"}]}' |
    sed 's/.*"id":"\([^"]*\)".*/\1/')
reply=$(sent 'r\+[a-z0-9]{26}@in\.example\.org')
end

program=
trap '[ -z "$program" ] || kill -9 "$program" 2>/dev/null || true' EXIT

# Checks that the server is running and that the file answers has $2 statuses, each one of $3.
judge() {
    if ! kill -0 "$program" 2>/dev/null; then
        echo "with $megabytes MB the server ended after requests for $1:"
        tail -5 err
        exit 1
    fi
    if [ "$(wc -l <answers)" != "$2" ] || grep -Evq "^($3)$" answers; then
        echo "with $megabytes MB it answered requests for $1 with"
        sort answers | uniq -c
        tail -5 err
        exit 1
    fi
    echo "$megabytes MB: $1: $(sort answers | uniq -c | tr '\n' ' ')"
    passed=$((passed + 1))
}

# Asks for many sizes at once; the largest need the most memory.
draw_pictures() {
    for width in $(seq 2048 -97 64); do
        printf 'url = "%s/v1/games/%s/board.png?width=%d"\noutput = /dev/null\n' "$url" "$game" "$width"
    done | curl -s -Z --no-progress-meter --parallel-max 16 -H "Authorization: Bearer $token" -w '%{http_code}\n' -K - >answers || true
    judge pictures "$(seq 2048 -97 64 | wc -l)" '200|503'
}

# Prints a mail of the largest accepted size, number $1 of the kind $2.
write_mail() {
    printf 'From: Ada <ada@example.org>\r\nTo: <%s>\r\nMessage-ID: <%s.%s@example.org>\r\n' "$reply" "$2" "$megabytes.$1"
    case $2 in
    text) printf 'Content-Transfer-Encoding: base64\r\n\r\n' && yes "$(printf 'show\n%.0s' $(seq 11) | base64)" ;;
    headers) yes 'X: y' ;;
    parts) printf 'Content-Type: multipart/mixed; boundary=b\r\n\r\n' && yes -- $'--b\r\n' ;;
    esac | head -c 261000
}

# Posts $2 mails of kind $1 at once, each on a connection of its own.
post_mails() {
    local mails=$2
    for n in $(seq "$mails"); do write_mail "$n" "$1" >"mail.$n" 2>/dev/null; done
    for n in $(seq "$mails"); do
        printf 'next\nurl = "%s/v1/mail-in"\nheader = "Content-Type: message/rfc822"\ndata-binary = "@mail.%d"\n' "$url" "$n"
        printf 'silent\noutput = /dev/null\nwrite-out = "%%{http_code}\\n"\n'
    done | curl -s -Z --no-progress-meter --parallel-immediate --parallel-max "$mails" -K - >answers || true
    judge "mails of $1" "$mails" '202|503'
}

passed=0
steps=$((600 + slice_seed % 3 * 150)) parts=15
[ -z "${TEST_THOROUGH:-}" ] || steps=$(seq 600 25 900) parts=60
for megabytes in $steps; do
    begin "ulimit -v $((megabytes * 1024))"
    draw_pictures
    end
done
megabytes=600
begin "ulimit -v $((megabytes * 1024))"
post_mails text 60
post_mails headers 60
post_mails parts "$parts" # the slowest to read
end
echo "$passed passed, 0 failed"
