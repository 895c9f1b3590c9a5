-- SPDX-License-Identifier: AGPL-3.0-or-later
-- works with: 25
-- Positions of finished public games whose best move is clearly best, as something to solve (service/puzzle/). A puzzle shows what
-- one seat knew, and says where its game has it: the log is not copied.

CREATE TABLE puzzles (
    id        INTEGER PRIMARY KEY,
    public_id TEXT NOT NULL UNIQUE,
    game_id   INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    after     INTEGER NOT NULL, -- the last event before the decision
    seat      INTEGER NOT NULL,
    theme     INTEGER NOT NULL, -- what the best move is about, as the service counts
    best      TEXT NOT NULL,    -- the move, as a document
    chance    INTEGER NOT NULL, -- of winning after it, in thousandths
    next      INTEGER NOT NULL, -- the same after the best of the others
    day       INTEGER UNIQUE,   -- since 1970 in UTC, whose puzzle this is; null: of none
    UNIQUE (game_id, after)
) STRICT;

CREATE INDEX puzzles_by_theme ON puzzles (theme, id);

-- The first answer of each account to each puzzle.
CREATE TABLE puzzle_answers (
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    puzzle_id  INTEGER NOT NULL REFERENCES puzzles (id) ON DELETE CASCADE,
    at         INTEGER NOT NULL, -- Unix milliseconds
    solved     INTEGER NOT NULL CHECK (solved IN (0, 1)),
    PRIMARY KEY (account_id, puzzle_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX puzzle_answers_by_puzzle ON puzzle_answers (puzzle_id);

-- Up to which game, in the order of their ends, puzzles have been cut: no row until the first.
CREATE TABLE puzzle_progress (
    id          INTEGER PRIMARY KEY CHECK (id = 1),
    finished_at INTEGER NOT NULL,
    game_id     INTEGER NOT NULL
) STRICT;
