-- SPDX-License-Identifier: AGPL-3.0-or-later
-- works with: 25
-- Words by which games are found again. A game's own are among its options as well.

CREATE TABLE game_tags (
    tag      TEXT NOT NULL,
    game_id  INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ended_at INTEGER, -- as games.finished_at
    PRIMARY KEY (tag, game_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX game_tags_by_game ON game_tags (game_id);
CREATE INDEX game_tags_in_order ON game_tags (tag, ended_at, game_id) WHERE ended_at IS NOT NULL;
