#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Damage to a page of PostgreSQL's: it is not read, `hexpost check` finds it, and says if checksums are off.
set -eu
root=${TEST_ROOT:-$(cd "$(dirname "$0")/../.." && pwd)}
tool=$root/tests/support/postgres.sh
hexpost=${TEST_BINARY:-$root/build/hexpost}
if [ "${1-}" != inside ]; then exec "$tool" with "$0" inside; fi

db="postgresql://hexpost@/postgres?host=$TEST_DB"
failed() {
    echo "$1"
    cat check.txt
    exit 1
}
sql() { psql -qAtX -h "$TEST_DB" -U hexpost postgres -c "$1"; }
check() { "$hexpost" check --db "$db" >check.txt 2>&1; }

"$hexpost" migrate --db "$db" >check.txt 2>&1 || failed "no database was made"
sql "INSERT INTO accounts (public_id, name, created_at) VALUES ('a1', 'Ann', 1);
    INSERT INTO calendars (account_id, zone, weekends_free, changes, changes_since)
        SELECT id, 'Europe/Berlin', 1, 0, 0 FROM accounts"
check || failed "the whole database is found damaged"
grep -q '^note' check.txt && failed "checksums are not seen"
file=$TEST_DB/data/$(sql "SELECT pg_relation_filepath('calendars')")
sql CHECKPOINT
"$tool" stop "$TEST_DB"
# One bit of the row, which lies at the page's end.
byte=$(dd if="$file" bs=1 skip=8180 count=1 2>/dev/null | od -An -tu1)
printf "%b" "\\0$(printf %o $((byte ^ 1)))" | dd of="$file" bs=1 seek=8180 conv=notrunc 2>/dev/null
"$tool" start "$TEST_DB"
check && failed "the flipped bit is not found"
grep -q 'a page of the table calendars is damaged' check.txt || failed "the table is not named"
sql "SELECT * FROM calendars" >rows.txt 2>/dev/null && failed "the row is read"
"$tool" stop "$TEST_DB"
printf "%b" "\\0$(printf %o "$byte")" | dd of="$file" bs=1 seek=8180 conv=notrunc 2>/dev/null
"$tool" start "$TEST_DB"
sql "SELECT pg_stat_reset()" >/dev/null
check || failed "the mended database is found damaged"
sql CHECKPOINT
"$tool" checksums-off "$TEST_DB"
check || failed "a server without checksums is damage"
grep -q '^note: .*pg_checksums --enable' check.txt || failed "it is not said that checksums are off"
