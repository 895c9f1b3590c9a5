#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# For docker/compose.cluster.yaml, at the first start of the primary: whom the replica reads as, and from the
# next start on, which is the one that serves, every commit waits for it.
set -eu
psql -v ON_ERROR_STOP=1 -v secret="$REPLICATION_PASSWORD" -U "$POSTGRES_USER" <<'SQL'
CREATE ROLE replication LOGIN REPLICATION PASSWORD :'secret';
ALTER SYSTEM SET synchronous_standby_names = 'replica';
SQL
echo "host replication replication samenet scram-sha-256" >>"$PGDATA/pg_hba.conf"
