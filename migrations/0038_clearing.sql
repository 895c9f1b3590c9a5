-- SPDX-License-Identifier: AGPL-3.0-or-later
-- works with: 25
-- Games go with the last of those who made or ever played them (db/clearing.h), and only so: a log stays that belongs to
-- a game which is not marked within the same transaction.

ALTER TABLE games ADD COLUMN removed INTEGER NOT NULL DEFAULT 0;    -- 1: within the transaction that removes it
ALTER TABLE accounts ADD COLUMN cleared INTEGER NOT NULL DEFAULT 0; -- 1: deleted, with all games that have to go

CREATE INDEX accounts_to_clear ON accounts (id) WHERE deleted_at IS NOT NULL AND cleared = 0;

DROP TRIGGER IF EXISTS events_are_not_removed;

CREATE TRIGGER events_are_not_removed BEFORE DELETE ON events
WHEN NOT EXISTS (SELECT 1 FROM games WHERE id = old.id >> 20 AND removed = 1)
BEGIN
    SELECT raise(ABORT, 'an event cannot be removed');
END;
