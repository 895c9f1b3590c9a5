-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Ratings. How strong somebody plays is kept in each category as a mean and a deviation, in units of 1e-12, so that both
-- databases hold the same digits. The rows of rated games say all that ratings are made of, and stay when a game is
-- deleted, because the ratings of others depend on it; `hexpost rate` makes the rest from them.

-- What a game that is rated counts in: 1 base, 2 duel, 3 large, 4 knights, 5 sea, 6 sea_knights; null: it is not rated.
ALTER TABLE games ADD COLUMN category INTEGER CHECK (category BETWEEN 1 AND 6);

-- The last place given to a game that ended, in one row from the first one on. Whoever counts a game takes the next one first, and so waits for others.
CREATE TABLE rating_order (
    id   INTEGER PRIMARY KEY CHECK (id = 1),
    last INTEGER NOT NULL
) STRICT;

-- Rated games that are over.
CREATE TABLE rated_games (
    game_id     INTEGER PRIMARY KEY,
    place       INTEGER NOT NULL UNIQUE, -- in the order in which they ended, which ratings follow
    category    INTEGER NOT NULL,
    finished_at INTEGER NOT NULL,
    unrated     INTEGER NOT NULL,        -- why it does not count: 0 it does, 1 too short, 2 given up
    annulled_at INTEGER                  -- it does not count since then; null: it was not annulled
) STRICT;

CREATE INDEX rated_games_by_finish ON rated_games (finished_at);

CREATE TABLE rated_seats (
    game_id      INTEGER NOT NULL REFERENCES rated_games (game_id),
    seat         INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 5),
    account_id   INTEGER NOT NULL REFERENCES accounts (id),
    rank         INTEGER NOT NULL, -- 1 is first; equal points share one
    mu_before    INTEGER,          -- null, like the others, where the game does not count
    sigma_before INTEGER,
    mu           INTEGER,
    sigma        INTEGER,
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX rated_seats_by_account ON rated_seats (account_id, game_id);

CREATE TABLE ratings (
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    category   INTEGER NOT NULL,
    mu         INTEGER NOT NULL,
    sigma      INTEGER NOT NULL,
    games      INTEGER NOT NULL, -- that count
    last_at    INTEGER NOT NULL, -- when the last of them ended
    score      INTEGER NOT NULL, -- mu - 3 sigma, by which the ladder is in order
    listed     INTEGER NOT NULL CHECK (listed IN (0, 1)), -- it stands on the ladder
    PRIMARY KEY (account_id, category)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_by_score ON ratings (category, score, account_id) WHERE listed = 1;
CREATE INDEX ratings_by_last ON ratings (last_at) WHERE listed = 1;
