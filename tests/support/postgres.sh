#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# A private PostgreSQL server in a temporary folder, listening on a socket there and on no port.
#   postgres.sh with COMMAND...   runs the command with one: TEST_DB is the folder of its socket. The server and
#                                 the folder are removed afterwards; the exit code is the command's
#   postgres.sh start|stop DIR    starts or stops the server of that folder, for tests of outages
#   postgres.sh checksums-off DIR turns off the page checksums of the server of that folder
#   postgres.sh replica FROM DIR  creates and starts a synchronous replica in a folder of its own
#   postgres.sh promote DIR       promotes a replica to primary, without a replica of its own at first
#   postgres.sh remove DIR        removes a replica's folder
# Without PostgreSQL installed it says so and exits with 77, which counts as skipped.
set -eu

bin=
for folder in /usr/lib/postgresql/*/bin; do
    if [ -x "$folder/initdb" ]; then bin=$folder; fi
done
if [ -z "$bin" ]; then
    echo "skipped: no PostgreSQL server is installed (Debian: postgresql-15)"
    exit 77
fi

# The server refuses to run as root.
as_server() {
    if [ "$(id -u)" -eq 0 ]; then
        (cd / && setpriv --reuid=postgres --regid=postgres --clear-groups "$@")
    else
        "$@"
    fi
}

# No data outlives a test, so the server does not wait for flushes.
start() {
    as_server "$bin/pg_ctl" -D "$1/data" -l "$1/log" -w -t 60 \
        -o "-c listen_addresses= -k $1 -c fsync=off -c max_connections=200" start >/dev/null
}

stop() {
    as_server "$bin/pg_ctl" -D "$1/data" -w -t 60 -m immediate stop >/dev/null
}

checksums_off() {
    as_server "$bin/pg_ctl" -D "$1/data" -w -t 60 -m fast stop >/dev/null
    as_server "$bin/pg_checksums" --disable -D "$1/data" >/dev/null
    start "$1"
}

replica() {
    mkdir "$2"
    if [ "$(id -u)" -eq 0 ]; then chown postgres "$2"; fi
    as_server "$bin/pg_basebackup" -h "$1" -U hexpost -D "$2/data" -R -X stream -c fast >/dev/null
    start "$2"
    "$bin/psql" -qX -h "$1" -U hexpost postgres -c "ALTER SYSTEM SET synchronous_standby_names = '*'" \
        -c "SELECT pg_reload_conf()" >/dev/null
}

promote() {
    as_server "$bin/pg_ctl" -D "$1/data" -w -t 60 promote >/dev/null
    "$bin/psql" -qX -h "$1" -U hexpost postgres -c "ALTER SYSTEM RESET synchronous_standby_names" \
        -c "SELECT pg_reload_conf()" >/dev/null
}

with() {
    dir=$(mktemp -d "${TMPDIR:-/tmp}/postgres-XXXXXX")
    trap 'stop "$dir" 2>/dev/null || true; rm -rf "$dir"' EXIT
    if [ "$(id -u)" -eq 0 ]; then chown postgres "$dir"; fi
    as_server "$bin/initdb" -D "$dir/data" -U hexpost -A trust -E UTF8 --no-locale -N --data-checksums \
        >/dev/null
    start "$dir"
    PATH=$PATH:$bin TEST_DB=$dir "$@"
}

case ${1-} in
with) shift && with "$@" ;;
start) start "$2" ;;
stop) stop "$2" ;;
checksums-off) checksums_off "$2" ;;
replica) replica "$2" "$3" ;;
promote) promote "$2" ;;
remove) rm -rf "$2" ;;
*)
    echo "postgres.sh: with COMMAND... | start DIR | stop DIR | checksums-off DIR | replica FROM DIR | promote DIR | remove DIR" >&2
    exit 2
    ;;
esac
