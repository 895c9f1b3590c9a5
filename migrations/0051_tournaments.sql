-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Tournaments and leagues (service/tournament/README.md). The games of a round are made from its tables, each once.

CREATE TABLE tournaments (
    id          INTEGER PRIMARY KEY,
    public_id   TEXT NOT NULL UNIQUE,
    account_id  INTEGER NOT NULL REFERENCES accounts (id), -- who organises it
    name        TEXT NOT NULL,
    about       TEXT,
    format      INTEGER NOT NULL, -- service/tournament/format.h; never renumbered
    status      INTEGER NOT NULL, -- 0 open, 1 running, 2 finished, 3 cancelled
    visibility  INTEGER NOT NULL, -- as a game's
    settings    TEXT NOT NULL,    -- of its games: JSON with rules, board, clock, hints
    seats       INTEGER NOT NULL, -- of a full table
    smallest    INTEGER NOT NULL, -- players of a table that the rules can be played with
    players_min INTEGER NOT NULL,
    players_max INTEGER NOT NULL,
    rounds      INTEGER NOT NULL, -- 0: the format decides
    round_days  INTEGER NOT NULL, -- until a round's end date
    division    INTEGER NOT NULL, -- players of a league's division
    moves       INTEGER NOT NULL, -- that go up and down
    wbc         INTEGER NOT NULL, -- 1: counted by WBC points first
    seed        INTEGER NOT NULL, -- of what chance decides
    revision    INTEGER NOT NULL, -- rises whenever players, tables or results change
    starts_at   INTEGER,          -- null: when it is full, or when its organiser starts it
    due_at      INTEGER,          -- when the server looks at it again; null: it is over
    created_at  INTEGER NOT NULL,
    started_at  INTEGER,
    finished_at INTEGER
) STRICT;

CREATE INDEX tournaments_by_account ON tournaments (account_id, status);
CREATE INDEX tournaments_by_due ON tournaments (id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX tournaments_by_status ON tournaments (status, id);

-- Players keep their number when somebody takes their place.
CREATE TABLE tournament_players (
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    number        INTEGER NOT NULL, -- from 0 on, in the order of joining
    account_id    INTEGER NOT NULL REFERENCES accounts (id),
    state         INTEGER NOT NULL, -- 0 in, 1 out, 2 invited, 3 in reserve
    joined_at     INTEGER NOT NULL,
    PRIMARY KEY (tournament_id, number)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX tournament_players_by_account ON tournament_players (account_id, tournament_id);

CREATE TABLE tournament_tables (
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    round         INTEGER NOT NULL, -- from 1 on
    number        INTEGER NOT NULL, -- in the round, from 1 on
    division      INTEGER NOT NULL, -- of a league; 0: none
    players       BLOB NOT NULL,    -- numbers by seat, two bytes each, the lower first; a single one is a bye
    game_id       INTEGER UNIQUE REFERENCES games (id) ON DELETE SET NULL, -- null: not made yet
    ends_at       INTEGER NOT NULL, -- the round's end date
    counted       INTEGER NOT NULL, -- 1: what follows counts, whatever the game says
    winner        INTEGER,          -- seat; null: nobody
    lost          INTEGER NOT NULL, -- set of seats that gave up or were late
    points        BLOB,             -- by seat, a byte each
    PRIMARY KEY (tournament_id, round, number)
) STRICT, WITHOUT ROWID;

-- What organisers and the server have done, for everybody to read.
CREATE TABLE tournament_log (
    id            INTEGER PRIMARY KEY,
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    at            INTEGER NOT NULL,
    account_id    INTEGER REFERENCES accounts (id), -- who did it; null: the server
    what          TEXT NOT NULL,                    -- a word of service/tournament/log.h
    text          TEXT
) STRICT;

CREATE INDEX tournament_log_by_tournament ON tournament_log (tournament_id, id);
CREATE INDEX tournament_log_by_account ON tournament_log (account_id) WHERE account_id IS NOT NULL;
