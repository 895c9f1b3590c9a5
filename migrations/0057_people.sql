-- SPDX-License-Identifier: AGPL-3.0-or-later
-- works with: 25
-- What people think of other people, and which games they watch. Only the account itself ever sees it.

CREATE TABLE people (
    account_id INTEGER NOT NULL REFERENCES accounts (id), -- whose opinion it is
    other_id   INTEGER NOT NULL REFERENCES accounts (id), -- of whom
    follow     INTEGER NOT NULL CHECK (follow IN (0, 1)),
    news       INTEGER NOT NULL CHECK (news IN (0, 1)),   -- with follow: told when a game of theirs begins
    avoid      INTEGER NOT NULL CHECK (avoid IN (0, 1)),  -- never paired, no seat in my open games
    block      INTEGER NOT NULL CHECK (block IN (0, 1)),  -- the same both ways, no invitation, no talk
    note       TEXT,
    changed_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, other_id),
    CHECK (account_id <> other_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX people_by_other ON people (other_id, account_id);

CREATE TABLE watched_games (
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    game_id    INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    PRIMARY KEY (account_id, game_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX watched_games_by_game ON watched_games (game_id);
