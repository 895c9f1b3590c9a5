-- SPDX-License-Identifier: AGPL-3.0-or-later
-- works with: 25
-- The same sums as in `openings`, of each account's own games, private ones too. A key stands for a settlement with all of
-- its hexes: an account has few of them, and a question about some hexes reads them all.

CREATE TABLE openings_of (
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    key        INTEGER NOT NULL, -- service/game/openings.h
    games      INTEGER NOT NULL,
    won        INTEGER NOT NULL,
    PRIMARY KEY (account_id, key)
) STRICT, WITHOUT ROWID;

-- Games from before whose players' own sums are still to be made: housekeeping does so, some at a time.
CREATE TABLE openings_of_missing (
    game_id INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE
) STRICT;

INSERT INTO openings_of_missing (game_id) SELECT id FROM games WHERE status = 2 AND mode = 0;
