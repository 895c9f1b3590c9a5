-- SPDX-License-Identifier: AGPL-3.0-or-later
-- works with: 25
-- A file of SQLite gets its event_chunks here; PostgreSQL has had them since 0030.

COMMENT ON TABLE event_chunks IS 'copies of 64 events each, for reading whole logs (db/chunks.h)';
