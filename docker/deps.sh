#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# The Debian packages the project stands on: the one list of them, for make and for the Dockerfile.
#   deps.sh missing GROUP...    print the packages that are not there yet; nothing: all is there
#   deps.sh ensure GROUP...     install those, if any
#   deps.sh install GROUP...    the same, and say so when nothing was missing
#   deps.sh shared              install the shared libraries alone (the run-time image)
# Groups: run (build and run the server), web (bundle the web page), test (the tests too), lint (lint and
# fuzzing too), bench (count instructions).
set -eu

# group, probe (cmd: a program, mta: a mail server, pc: a pkg-config module, file: a path), package, its
# shared library
table() {
    cat <<'END'
run  cmd:gcc            gcc                -
run  file:/usr/include/stdio.h libc6-dev   -
run  cmd:make           make               -
run  cmd:pkg-config     pkg-config         -
run  pc:libmicrohttpd   libmicrohttpd-dev  libmicrohttpd12
run  pc:sqlite3         libsqlite3-dev     libsqlite3-0
run  pc:libpq           libpq-dev          libpq5
run  pc:jansson         libjansson-dev     libjansson4
run  pc:libsodium       libsodium-dev      libsodium23
run  pc:libcrypto       libssl-dev         libssl3
run  pc:libfido2        libfido2-dev       libfido2-1
run  pc:librsvg-2.0     librsvg2-dev       librsvg2-2
run  pc:cairo           libcairo2-dev      libcairo2
run  pc:libcurl         libcurl4-openssl-dev libcurl4
run  pc:gmime-3.0       libgmime-3.0-dev   libgmime-3.0-0
run  pc:glib-2.0        libglib2.0-dev     libglib2.0-0
run  pc:icu-i18n        libicu-dev         libicu72
run  pc:zlib            zlib1g-dev         zlib1g
run  file:/usr/share/zoneinfo/Europe/Berlin tzdata tzdata
run  file:/etc/ssl/certs/ca-certificates.crt ca-certificates ca-certificates
run  cmd:brotli         brotli             -
run  file:/usr/include/gettext-po.h libgettextpo-dev -
web  cmd:node           nodejs             -
web  cmd:npm            npm                -
test pc:check           check              -
test cmd:node           nodejs             -
test cmd:npm            npm                -
test cmd:openssl        openssl            -
test cmd:python3        python3            -
test cmd:curl           curl               -
test cmd:jq             jq                 -
test file:/usr/lib/python3/dist-packages/pandas/__init__.py python3-pandas -
test cmd:chromium-headless-shell chromium-headless-shell -
test mta:smtpd          opensmtpd          -
test file:/usr/lib/postgresql/*/bin/initdb postgresql -
bench cmd:valgrind      valgrind           -
lint cmd:git            git                -
lint cmd:msgfmt         gettext            -
lint cmd:clang          clang              -
lint file:/usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.fuzzer-*.a libclang-rt-dev -
lint cmd:clang-format   clang-format       -
lint cmd:clang-tidy     clang-tidy         -
lint cmd:cppcheck       cppcheck           -
lint cmd:shellcheck     shellcheck         -
END
}

there() {
    case $1 in
    cmd:*) command -v "${1#cmd:}" >/dev/null 2>&1 ;;
    # A mail server takes the place of another one: where there is one, it stays.
    mta:*) command -v "${1#mta:}" >/dev/null 2>&1 || [ -e /usr/sbin/sendmail ] ;;
    pc:*) pkg-config --exists "${1#pc:}" 2>/dev/null ;;
    file:*)
        # The path may be a pattern.
        # shellcheck disable=SC2086
        set -- ${1#file:}
        [ -e "$1" ]
        ;;
    esac
}

missing() {
    for group; do
        table | while read -r row_group probe package _; do
            if [ "$row_group" = "$group" ] && ! there "$probe"; then
                echo "$package"
            fi
        done
    done
}

install_packages() {
    sudo=
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null 2>&1; then
            echo "deps: please install, as root:  apt-get install $*" >&2
            exit 1
        fi
        sudo='sudo'
    fi
    if ! command -v apt-get >/dev/null 2>&1; then
        echo "deps: no apt-get here; please install what these Debian packages hold: $*" >&2
        exit 1
    fi
    echo "deps: installing $*" >&2
    $sudo apt-get -q update
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends "$@"
}

what=${1-}
[ $# -gt 0 ] && shift
case $what in
missing) missing "$@" ;;
ensure | install)
    packages=$(missing "$@")
    if [ -n "$packages" ]; then
        # One name a word is meant.
        # shellcheck disable=SC2086
        install_packages $packages
    elif [ "$what" = install ]; then
        echo "deps: nothing is missing"
    fi
    ;;
shared)
    # shellcheck disable=SC2046
    install_packages $(table | awk '$4 != "-" { print $4 }')
    ;;
*)
    echo "deps.sh: unknown: '$what' (missing, ensure, install, shared)" >&2
    exit 2
    ;;
esac
