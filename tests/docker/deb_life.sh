#!/bin/bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Called by test_deb.sh where mounts are its own: `try WORK` says by its status whether a root can be had,
# `live WORK DEB LATER` lives a package's life in it.
set -euo pipefail
what=$1 work=$2
root=$work/root
mkdir -p "$root" "$work/over"
mount -t tmpfs tmpfs "$work/over" 2>/dev/null || exit 1
mkdir "$work/over/upper" "$work/over/work"
mount -t overlay overlay -o "lowerdir=${DEB_ROOT:-/},upperdir=$work/over/upper,workdir=$work/over/work" "$root" \
    2>/dev/null || exit 1
[ "$what" = live ] || exit 0
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
cp "$3" "$root/first.deb"
cp "$4" "$root/later.deb"

fail() { echo "FAILED: $*" && exit 1; }
expect() { "$@" || fail "$*"; }
inside() { chroot "$root" env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@"; }
quietly() { inside "$@" >"$work/said" 2>&1 || { cat "$work/said" && fail "$*"; }; }

# Serves as the unit does; $address is then the server's.
serve() {
    exec 3< <(exec chroot --userspec=nobody "$root" env HEXPOST_DB=/var/lib/hexpost/hexpost.db \
        /usr/bin/hexpost serve --listen 127.0.0.1:0 2>"$work/log")
    server=$!
    read -r -u 3 _ _ address || { cat "$work/log" && fail "it does not serve"; }
}
end() {
    kill "$server"
    cat <&3 >/dev/null # until its end
}
# Signs up; prints the status of the answer.
account() {
    python3 - "$address" "$@" <<'END'
import json, sys, urllib.error, urllib.request
request = urllib.request.Request(sys.argv[1] + "/v1/accounts", json.dumps({"name": sys.argv[2]}).encode(),
                                 {"Content-Type": "application/json"})
try:
    print(urllib.request.urlopen(request).status)
except urllib.error.HTTPError as error:
    print(error.code)
END
}

if [ -n "${DEB_ROOT:-}" ]; then
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    quietly apt-get -q update
    quietly apt-get -q install -y --no-install-recommends /first.deb
else
    quietly dpkg --force-unsafe-io -i /first.deb
fi
expect [ "$(inside hexpost --version)" = "hexpost $(dpkg-deb -f "$3" Version)" ]
expect [ -L "$root/etc/systemd/system/multi-user.target.wants/hexpost.service" ]
expect [ -L "$root/etc/systemd/system/timers.target.wants/hexpost-backup.timer" ]
install -d -o nobody "$root/var/lib/hexpost" # what StateDirectory= does
serve
expect [ "$(account ada)" = 201 ]
end

# An upgrade: the operator's settings stay, and so do the games.
echo 'HEXPOST_TRUST_PROXY=yes' >>"$root/etc/default/hexpost"
rm "$root/etc/systemd/system/timers.target.wants/hexpost-backup.timer"
quietly dpkg --force-unsafe-io -i /later.deb
quietly dpkg --force-unsafe-io -i /later.deb # once more, as after an interrupted one
expect grep -q TRUST_PROXY=yes "$root/etc/default/hexpost"
expect [ ! -e "$root/etc/systemd/system/timers.target.wants/hexpost-backup.timer" ]
serve
expect [ "$(account ada)" = 409 ]
end

quietly dpkg --force-unsafe-io -r hexpost
expect [ ! -e "$root/usr/bin/hexpost" ]
expect [ -e "$root/var/lib/hexpost/hexpost.db" ]
expect [ -e "$root/etc/default/hexpost" ]
quietly dpkg --force-unsafe-io -i /first.deb
serve
expect [ "$(account ada)" = 409 ]
end

# A purge removes everything but games.
quietly dpkg --force-unsafe-io -P hexpost
expect grep -q 'the games stay in /var/lib/hexpost' "$work/said"
expect [ -e "$root/var/lib/hexpost/hexpost.db" ]
rm -r "$root/var/lib/hexpost"
quietly dpkg --force-unsafe-io -i /first.deb
mkdir -p "$root/var/lib/private/hexpost" && ln -s private/hexpost "$root/var/lib/hexpost"
quietly dpkg --force-unsafe-io -P hexpost
for left in /etc/default/hexpost /var/lib/hexpost /var/lib/private/hexpost /usr/lib/hexpost /lib/systemd/system/hexpost.service.d \
    /etc/systemd/system/multi-user.target.wants/hexpost.service; do
    if [ -e "$root$left" ] || [ -L "$root$left" ]; then fail "$left is left"; fi
done
