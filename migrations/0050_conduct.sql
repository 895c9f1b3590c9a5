-- SPDX-License-Identifier: AGPL-3.0-or-later
-- How people behaved in games of several that are over, a row for each player: whether they played to the end, how often
-- they were late, and how soon they answered. It is made of the logs alone (service/game/conduct.h).

CREATE TABLE conduct (
    game_id    INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    ended_at   INTEGER NOT NULL,
    bots       INTEGER NOT NULL CHECK (bots IN (0, 1)),     -- 1: only bots played against them
    finished   INTEGER NOT NULL CHECK (finished IN (0, 1)), -- they played until the game ended
    missed     INTEGER NOT NULL,                            -- days on which a deadline of theirs passed
    answers    BLOB NOT NULL,                               -- how many answers took how long, the service's bytes
    PRIMARY KEY (account_id, game_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX conduct_by_game ON conduct (game_id);
