-- SPDX-License-Identifier: AGPL-3.0-or-later
-- works with: 25
-- What people look for: a game of some kind with others who look for the same (service/seek/).

CREATE TABLE seeks (
    id            INTEGER PRIMARY KEY,
    public_id     TEXT NOT NULL UNIQUE,
    account_id    INTEGER NOT NULL REFERENCES accounts (id),
    settings      TEXT NOT NULL,    -- of the game: JSON with rules, clock, rated, as for POST /v1/games
    pool          TEXT NOT NULL,    -- the same, complete: only seeks of one pool meet
    players_min   INTEGER NOT NULL,
    players_max   INTEGER NOT NULL,
    category      INTEGER NOT NULL, -- that the game would be rated in (service/document/category.h)
    rating_window INTEGER,          -- how far apart ratings may be at first; null: any
    shared_hours  INTEGER NOT NULL, -- that everybody in the game is awake at once, a day
    created_at    INTEGER NOT NULL,
    expires_at    INTEGER NOT NULL
) STRICT;

CREATE INDEX seeks_by_account ON seeks (account_id, id);
CREATE INDEX seeks_by_pool ON seeks (pool, id);
CREATE INDEX seeks_by_end ON seeks (expires_at);
