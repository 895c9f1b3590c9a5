#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# The Debian package, from a program that is built already: build.sh BINARY FOLDER [VERSION]
# lays FOLDER/hexpost_VERSION_ARCHITECTURE.deb and prints its name. VERSION is the program's own unless
# given. Who built it may be said in DEBFULLNAME and DEBEMAIL.
set -eu
here=$(CDPATH='' cd -- "$(dirname "$0")" && pwd)
binary=$1 out=$2
version=${3:-$("$binary" --version | sed 's/^hexpost //')}
arch=$(dpkg --print-architecture)
maintainer="${DEBFULLNAME:-Hexpost} <${DEBEMAIL:-root@localhost}>"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umask 022
root=$work/root

# put MODE FILE PLACE
put() { install -D -m "$1" "$2" "$root$3"; }

put 755 "$binary" /usr/bin/hexpost
strip --strip-unneeded --remove-section=.comment --remove-section=.note "$root/usr/bin/hexpost"
put 755 "$here/../systemd/backup.sh" /usr/lib/hexpost/backup
put 755 "$here/../systemd/mail-in.sh" /usr/lib/hexpost/mail-in
for unit in "$here"/../systemd/hexpost*; do
    put 644 "$unit" "/lib/systemd/system/${unit##*/}"
done
for drop_in in hexpost.service.d hexpost-.service.d; do
    put 644 "$here/../systemd/hardening.conf" "/lib/systemd/system/$drop_in/hardening.conf"
done
put 644 "$here/../systemd/tmpfiles.conf" /usr/lib/tmpfiles.d/hexpost.conf
# It may hold secrets.
put 640 "$here/default" /etc/default/hexpost
mkdir -p "$root/usr/share/man/man1"
"$binary" help --man | gzip -9n >"$root/usr/share/man/man1/hexpost.1.gz"

doc=/usr/share/doc/hexpost
put 644 "$here/copyright" $doc/copyright
for sample in nginx.conf Caddyfile alerts.yaml; do
    put 644 "$here/../$sample" "$doc/examples/$sample"
done
gzip -9n <"$here/../../LICENSE" >"$root$doc/LICENSE.gz"
printf 'hexpost (%s) unstable; urgency=medium\n\n  * Built from the program of this version.\n\n -- %s  %s\n' \
    "$version" "$maintainer" "$(date -R -u ${SOURCE_DATE_EPOCH:+-d "@$SOURCE_DATE_EPOCH"})" |
    gzip -9n >"$root$doc/changelog.gz"

# Which versions of the libraries it needs, their packages' symbols say; of SQLite its SQL (STRICT) does.
mkdir "$work/debian"
printf 'Source: hexpost\n\nPackage: hexpost\nArchitecture: any\n' >"$work/debian/control"
depends=$(cd "$work" && dpkg-shlibdeps --warnings=0 -O "$root/usr/bin/hexpost" | sed -n 's/^shlibs:Depends=//p')

install -d "$root/DEBIAN"
install -m 755 "$here/postinst" "$here/prerm" "$here/postrm" "$root/DEBIAN"
(cd "$root" && find usr lib -type f -print0 | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
echo /etc/default/hexpost >"$root/DEBIAN/conffiles"
cat >"$root/DEBIAN/control" <<END
Package: hexpost
Version: $version
Architecture: $arch
Maintainer: $maintainer
Installed-Size: $(du -ks --exclude=DEBIAN "$root" | cut -f 1)
Depends: $depends, libsqlite3-0 (>= 3.37), ca-certificates, tzdata
Section: games
Priority: optional
Description: server for correspondence games on a hex island
 Players move when they have a minute, over days, by browser, mail, chat or
 program, and the server keeps the game. It is one program and one database
 file, with an exact rules engine. The service listens on 127.0.0.1:8080;
 a proxy that speaks TLS belongs in front of it.
END
mkdir -p "$out"
dpkg-deb --root-owner-group --build "$root" "$out/hexpost_${version}_$arch.deb" >&2
echo "$out/hexpost_${version}_$arch.deb"
