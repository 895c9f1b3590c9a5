#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Copies the database into HEXPOST_BACKUP_FOLDER ("backups" beside it) and removes the oldest copies but
# for HEXPOST_BACKUP_KEEP (7). Run by hexpost-backup.service; HEXPOST_DB names the database.
set -eu
folder=${HEXPOST_BACKUP_FOLDER:-$(dirname "$HEXPOST_DB")/backups}
keep=${HEXPOST_BACKUP_KEEP:-7}

mkdir -p "$folder"
hexpost backup --to "$folder/hexpost-$(date -u +%Y%m%dT%H%M%SZ).db"
# The names' order is that of their age.
set -- "$folder"/hexpost-*T*Z.db
while [ $# -gt "$keep" ]; do
    rm -- "$1"
    shift
done
