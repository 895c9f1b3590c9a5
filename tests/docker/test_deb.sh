#!/bin/bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# The Debian package: its content, and its life in a root of its own, where it is installed, serves, is upgraded,
# removed and purged. DEB_ROOT names the folder of a clean Debian system (debootstrap
# --variant=minbase), into which apt then installs the package's dependencies; without it the root is this system, with
# all writes redirected. This needs the right to mount. Runs in one of four short runs.
set -euo pipefail
cd "${TEST_ROOT:-$(dirname "$0")/../..}"
. tests/support/slice.sh
taken_or_skip 4
binary=${TEST_BINARY:-build/hexpost}

export DPKG_DEB_COMPRESSOR_TYPE=none # what is packed best takes longest
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $*" && exit 1; }

deb=$(docker/debian/build.sh "$binary" "$work" 2>/dev/null)
later=$(docker/debian/build.sh "$binary" "$work" 99.0 2>/dev/null)
version=$("$binary" --version)
[ "$(dpkg-deb -f "$deb" Version)" = "${version#hexpost }" ] || fail "another version than the program's"
dpkg-deb -f "$deb" Depends | grep -q 'libmicrohttpd12 (>= .*libsqlite3-0 (>= ' || fail "it depends on too little"
dpkg-deb -c "$deb" >"$work/files"
if grep -v '^[dl-][rwx-]* root/root ' "$work/files"; then fail "files of somebody"; fi
if grep -E '^.{5}w|^.{8}w|^...[sS]|^.{6}[sS]' "$work/files"; then fail "files that others may write, or that give rights"; fi
for file in usr/bin/hexpost lib/systemd/system/hexpost.service lib/systemd/system/hexpost-backup.timer \
    usr/share/man/man1/hexpost.1.gz usr/share/doc/hexpost/copyright usr/share/doc/hexpost/changelog.gz; do
    grep -q " \./$file\$" "$work/files" || fail "no $file"
done
grep -q '^-rw-r----- .* \./etc/default/hexpost$' "$work/files" || fail "secrets that everybody may read"

if [ "$(id -u)" -ne 0 ] || ! unshare --mount --pid --fork true 2>/dev/null ||
    ! unshare --mount --pid --fork tests/docker/deb_life.sh try "$work"; then
    echo "1 passed, 0 failed, 1 skipped"
    exit 0
fi
unshare --mount --pid --fork --kill-child tests/docker/deb_life.sh live "$work" "$deb" "$later"
echo "2 passed, 0 failed"
