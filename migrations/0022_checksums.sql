-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Checksums, so that a bit that has flipped on the disk is not taken for a game. Each event's body now
-- ends in 8 bytes: the log's value up to the event, and a mark of its time (db/chain.h). They stand in
-- the body, as reading a log touches that column alone; reading 600 events takes 5 % longer than
-- without, and would take 20 % longer with a column of its own. Games have one for what they begin
-- with. chained_body() and game_checksum() belong to the program.
--
-- The table is written anew: events do not change, and rows that have grown in place would leave its
-- pages half empty.

DROP TRIGGER games_with_events_stay;

CREATE TABLE chained_events (
    id      INTEGER PRIMARY KEY,                         -- game_id * 2^20 + seq
    kind    INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 255), -- what happened, the engine's number
    player  INTEGER CHECK (player BETWEEN 0 AND 15),     -- seat; null: nobody's doing
    at      INTEGER NOT NULL,                            -- when, Unix milliseconds
    body    BLOB NOT NULL CHECK (length(body) BETWEEN 10 AND 4098), -- kind and player again (255:
                                                         -- nobody), the engine's bytes, the checksum
    game_id INTEGER GENERATED ALWAYS AS (id >> 20) VIRTUAL,    -- takes no room
    seq     INTEGER GENERATED ALWAYS AS (id & 1048575) VIRTUAL -- from 1 without gaps
) STRICT;

INSERT INTO chained_events (id, kind, player, at, body)
    SELECT id, kind, player, at, chained_body(id, at, body) FROM events ORDER BY id;
DROP TABLE events;
ALTER TABLE chained_events RENAME TO events;

CREATE INDEX events_by_time ON events (at);

-- An event follows the one before it; the first one follows the making of its game.
CREATE TRIGGER events_follow_each_other BEFORE INSERT ON events
BEGIN
    SELECT CASE
        WHEN EXISTS (SELECT 1 FROM events WHERE id = new.id)
            THEN raise(ABORT, 'an event cannot be replaced')
        WHEN new.id & 1048575 = 0
            THEN raise(ABORT, 'an event''s seq is 1 to 1048575')
        WHEN new.id & 1048575 = 1
            THEN CASE WHEN NOT EXISTS (SELECT 1 FROM games WHERE id = new.id >> 20)
                THEN raise(ABORT, 'an event needs its game') END
        WHEN NOT EXISTS (SELECT 1 FROM events WHERE id = new.id - 1)
            THEN raise(ABORT, 'an event needs the one before it')
    END;
END;

CREATE TRIGGER events_are_not_changed BEFORE UPDATE ON events
BEGIN
    SELECT raise(ABORT, 'an event cannot be changed');
END;

CREATE TRIGGER events_are_not_removed BEFORE DELETE ON events
BEGIN
    SELECT raise(ABORT, 'an event cannot be removed');
END;

CREATE TRIGGER games_with_events_stay BEFORE DELETE ON games
WHEN EXISTS (SELECT 1 FROM events WHERE id BETWEEN (old.id << 20) + 1 AND (old.id << 20) + 1048575)
BEGIN
    SELECT raise(ABORT, 'a game with events cannot be removed');
END;

ALTER TABLE games ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0; -- of what never changes in the row
UPDATE games SET checksum = game_checksum(mode, setup, options, position, server_seed, commitment);
