-- SPDX-License-Identifier: AGPL-3.0-or-later
-- How often what was played at the beginning of finished public games, and how often its player won. A row is a sum over
-- games: it says nothing of any of them, and stays when one of them goes. What a key says, and in which order, is in
-- service/game/openings.h: all that one question is about lies side by side.

CREATE TABLE openings (
    key   INTEGER PRIMARY KEY,
    games INTEGER NOT NULL, -- players in games
    won   INTEGER NOT NULL
) STRICT;

-- Games from before that are still to be counted: housekeeping does so, some at a time.
CREATE TABLE openings_missing (
    game_id INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE
) STRICT;

INSERT INTO openings_missing (game_id) SELECT id FROM games WHERE status = 2 AND mode = 0 AND visibility = 0;
