#!/bin/bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# The units: systemd accepts them, they stay as restricted as they are, and the scripts that they run work. A test
# cannot boot a whole system with them.
set -euo pipefail
root=${TEST_ROOT:-$(cd "$(dirname "$0")/../.." && pwd)}
binary=${TEST_BINARY:-$root/build/hexpost}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Runs a test command; with ! it must fail.
expect() {
    local wanted=0 status=0
    if [ "$1" = '!' ]; then
        wanted=1
        shift
    fi
    "$@" || status=1
    [ $status -eq $wanted ] || { echo "FAILED, line ${BASH_LINENO[0]}: $*" && exit 1; }
}

analyze() {
    local unit
    # What the units depend on is the system's own.
    cp -r /lib/systemd/system/. "$work/root/lib/systemd/system/"
    cp "$root"/docker/systemd/hexpost* "$work/root/lib/systemd/system/"
    for unit in hexpost hexpost-; do
        install -D -m 644 "$root/docker/systemd/hardening.conf" "$work/root/lib/systemd/system/$unit.service.d/hardening.conf"
    done
    install -D "$binary" "$work/root/usr/bin/hexpost"
    install -D "$root/docker/systemd/backup.sh" "$work/root/usr/lib/hexpost/backup"
    install -D "$root/docker/systemd/mail-in.sh" "$work/root/usr/lib/hexpost/mail-in"
    systemd-analyze --no-pager --man=no --root="$work/root" verify \
        "$work/root/lib/systemd/system/"hexpost*.{service,timer,path} 2>&1 | tee "$work/verify"
    expect ! grep -i hexpost "$work/verify"
    # In tenths, from 0 (fully restricted) to 100.
    for unit in hexpost:13 hexpost-backup:7 hexpost-mail-in:12; do
        systemd-analyze --no-pager --root="$work/root" --offline=true --threshold="${unit#*:}" \
            security "${unit%:*}.service" | tail -n 1
    done
}

backups() {
    export HEXPOST_DB=$work/games.db HEXPOST_BACKUP_KEEP=2
    hexpost migrate 2>/dev/null
    mkdir "$work/backups"
    touch "$work/backups/hexpost-20000101T000000Z.db" "$work/backups/hexpost-20000102T000000Z.db" \
        "$work/backups/mine.db"
    "$root/docker/systemd/backup.sh" 2>/dev/null
    (cd "$work/backups" && set -- *.db && echo "$@") >"$work/kept"
    grep -Ex 'hexpost-20000102T000000Z.db hexpost-2[0-9]{7}T[0-9]{6}Z.db mine.db' "$work/kept"
    unset HEXPOST_DB HEXPOST_BACKUP_KEEP
}

mails() {
    export HEXPOST_SPOOL=$work/spool HEXPOST_MAIL_IN_URL=http://127.0.0.1:1 # where nobody listens
    local status=0
    mkdir -p "$work/spool/new" "$work/spool/cur"
    "$root/docker/systemd/mail-in.sh" # nothing to bring
    echo 'Subject: new' >"$work/spool/new/1"
    echo 'Subject: old' >"$work/spool/new/2"
    touch -d '6 days ago' "$work/spool/new/2"
    "$root/docker/systemd/mail-in.sh" 2>/dev/null || status=$?
    expect [ "$status" -eq 75 ]
    expect [ -e "$work/spool/new/1" ]
    expect [ -e "$work/spool/cur/2" ]
    exec 3< <(exec hexpost serve --listen 127.0.0.1:0 --db "$work/mail.db" 2>/dev/null)
    local server=$!
    read -r -u 3 _ _ HEXPOST_MAIL_IN_URL
    status=0
    "$root/docker/systemd/mail-in.sh" || status=$?
    kill $server
    expect [ "$status" -eq 0 ]
    expect [ ! -e "$work/spool/new/1" ]
}

mkdir -p "$work/bin" "$work/root/lib/systemd/system"
ln -s "$binary" "$work/bin/hexpost"
PATH=$work/bin:$PATH
skipped=0
if command -v systemd-analyze >/dev/null; then analyze; else skipped=1; fi
backups
mails
echo "$((3 - skipped)) passed, 0 failed, $skipped skipped"
