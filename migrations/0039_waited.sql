-- SPDX-License-Identifier: AGPL-3.0-or-later
-- What is done about somebody who never comes: waits are told from time in which no server was there, and a vote about
-- a seat can also be for a clock, or for the game's end without a result.

-- Time that was not lived, in the order in which it was found: the clock of the world was at from_at, and then at
-- to_at, which is earlier where it was set back. Unix milliseconds.
CREATE TABLE gaps (
    id      INTEGER PRIMARY KEY,
    from_at INTEGER NOT NULL,
    to_at   INTEGER NOT NULL,
    late_at INTEGER NOT NULL -- the later of the two
) STRICT;

CREATE INDEX gaps_by_age ON gaps (late_at);

ALTER TABLE seat_votes ADD COLUMN remedy INTEGER NOT NULL DEFAULT 0
    CHECK (remedy BETWEEN 0 AND 2);                            -- 0: account_id has the seat, 1: a clock, 2: the end
ALTER TABLE seat_votes ADD COLUMN clock TEXT NOT NULL DEFAULT ''; -- of 1, its rules in JSON
