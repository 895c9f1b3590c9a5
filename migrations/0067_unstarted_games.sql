-- SPDX-License-Identifier: AGPL-3.0-or-later
-- works with: 25
-- Games that wait for players, and whose people have been told that it will be removed (service/actor/unstarted.h).

CREATE TABLE unstarted_games (
    game_id INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    told_at INTEGER NOT NULL
) STRICT;
