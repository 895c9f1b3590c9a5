#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# The limit of open files: with too few the server does not start and says why; with fewer than its settings need it
# accepts fewer connections and says how many.
set -eu

for files in 16 32 63; do
    code=0
    (ulimit -n $files && exec "$TEST_BINARY" serve --listen 127.0.0.1:0 --db files.db 2>err) ||
        code=$?
    [ "$code" = 1 ]
    grep -q "only $files files may be open (ulimit -n), and at least 64 are needed" err
    [ ! -e files.db ]
done

mkfifo lines
for files in 64 1024; do
    (ulimit -n $files && exec "$TEST_BINARY" serve --listen 127.0.0.1:0 --db files.db >lines 2>err) &
    program=$!
    read -r line <lines # waits until it listens
    kill "$program"
    wait "$program"
    case $line in "listening on http://127.0.0.1:"*) ;; *) exit 1 ;; esac
    grep -q "only $files files may be open (ulimit -n): [0-9]* connections instead of 12000" err
done
echo "5 passed, 0 failed"
