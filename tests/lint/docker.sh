#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# The image and `make deps` use one list of packages, that in docker/deps.sh: the Dockerfile names none itself, every
# library there has its shared package, and the server links nothing else.
set -u
cd "$(dirname "$0")/../.." || exit 1
bad=0

if grep -nE 'apt(-get)? ' docker/Dockerfile; then
    echo "docker: the Dockerfile installs packages itself; let docker/deps.sh do it"
    bad=1
fi
# The server's time zones, and the certificates it trusts for https.
for package in tzdata ca-certificates; do
    if ! awk '/^run / { print $4 }' docker/deps.sh | grep -qxF $package ||
        ! grep -q "^Depends:.* $package" docker/debian/build.sh; then
        echo "docker: the image and the package need $package"
        bad=1
    fi
done
table=$(awk '/^(run|test|lint) / { print }' docker/deps.sh)
if printf '%s\n' "$table" | awk '$1 == "run" && $2 ~ /^pc:/ && ($4 == "" || $4 == "-")' | grep .; then
    echo "docker: docker/deps.sh has no shared library for the packages above"
    bad=1
fi
pkgs=$(printf '%s\n' "$table" | sed -n 's/^run  *pc:\([^ ]*\).*/\1/p' | sort)
makefile=$(sed -n 's/^run_pkgs := //p' Makefile | tr ' ' '\n' | sort)
if [ "$pkgs" != "$makefile" ]; then
    echo "docker: run_pkgs of the Makefile and the run group of docker/deps.sh differ"
    bad=1
fi

binary=${BUILD:-build}/hexpost
if [ -x "$binary" ] && command -v dpkg >/dev/null; then
    shared=$(printf '%s\n' "$table" | awk '$4 != "" && $4 != "-" { print $4 }')
    for soname in $(readelf -d "$binary" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'); do
        package=$(dpkg -S "*/$soname" 2>/dev/null | sed 's/:.*//' | sort -u | head -n 1)
        # Dependencies of librsvg come with it; the C library is everywhere.
        if ! printf '%s\n' "$shared" libc6 libglib2.0-0 | grep -qxF "$package"; then
            echo "docker: the server needs $soname (${package:-of no package}), which the image lacks"
            bad=1
        fi
    done
fi
exit $bad
