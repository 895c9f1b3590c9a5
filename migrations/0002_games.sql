-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Games and who sits at them. What happens in a game is in its event log alone; status, winner and
-- points here are for finding games, and follow the log in the same transaction.

CREATE TABLE games (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,       -- rises with creation, never used again
    public_id   TEXT NOT NULL UNIQUE,                    -- what the outside calls it
    name        TEXT,                                    -- null: none given
    mode        INTEGER NOT NULL CHECK (mode IN (0, 1)), -- 0 play, 1 table
    visibility  INTEGER NOT NULL CHECK (visibility IN (0, 1)), -- 0 public, 1 private
    status      INTEGER NOT NULL CHECK (status BETWEEN 0 AND 3), -- open active finished abandoned
    creator     INTEGER NOT NULL REFERENCES accounts (id),
    rematch_of  INTEGER UNIQUE REFERENCES games (id),    -- a game has one rematch
    created_at  INTEGER NOT NULL,
    started_at  INTEGER,                                 -- null while open
    finished_at INTEGER,                                 -- null until finished or abandoned
    winner      INTEGER,                                 -- seat; null: nobody (yet)
    points      BLOB,                                    -- final points, the service's bytes
    server_seed BLOB NOT NULL CHECK (length(server_seed) = 32), -- secret until the game is over
    commitment  BLOB NOT NULL CHECK (length(commitment) = 32),  -- SHA-256 of it, public at once
    setup       BLOB NOT NULL,                           -- rules and board, the engine's bytes
    options     TEXT,                                    -- rules and board as asked for, JSON
    position    TEXT                                     -- where the game begins; null: an empty island
) STRICT;

CREATE INDEX games_by_status ON games (status, id);
CREATE INDEX games_by_creator ON games (creator, id);

CREATE TABLE seats (
    game_id           INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat              INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 5),
    kind              INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 3), -- open human bot invited
    account_id        INTEGER REFERENCES accounts (id),  -- whose seat it is, or was when resigned
    bot               TEXT,                              -- which bot plays it
    invite            TEXT,                              -- the address that was invited
    client_commitment BLOB CHECK (length(client_commitment) = 32), -- given when joining
    client_seed       BLOB CHECK (length(client_seed) <= 64),      -- given with the first move
    resigned_at       INTEGER,                           -- a bot plays it since then
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_by_account ON seats (account_id, game_id) WHERE account_id IS NOT NULL;
