-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Looking back over many games.

-- What each seat of a game that is over did, worked out of its log when it ended and at any time to
-- be worked out again: a game without rows here is replayed instead.
CREATE TABLE figures (
    game_id INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat    INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 5),
    body    BLOB NOT NULL,                               -- the service's bytes
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;

-- Events of all games in the order of time. The key comes at its end by itself.
CREATE INDEX events_by_time ON events (at);
