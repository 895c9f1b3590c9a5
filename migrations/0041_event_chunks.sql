-- SPDX-License-Identifier: AGPL-3.0-or-later
-- works with: 25
-- Copies of whole stretches of the logs, for who reads a log from its beginning: a row for every 64 events, which is
-- read faster than 64 rows (db/chunks.h). The rows of `events` stay, and are what counts:
-- searches by time go through them. A log of before gets its chunks with its next events; until then it is read from
-- its rows.

CREATE TABLE event_chunks (
    id   INTEGER PRIMARY KEY, -- of the first of the events: game_id * 2^20 + seq, where seq is 64 n + 1
    body BLOB NOT NULL        -- of each event: the length of its body (2 bytes), its time (8), its body
) STRICT;

CREATE TRIGGER event_chunks_are_not_changed BEFORE UPDATE ON event_chunks
BEGIN
    SELECT raise(ABORT, 'a chunk of events cannot be changed');
END;
