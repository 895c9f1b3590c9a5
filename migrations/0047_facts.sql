-- SPDX-License-Identifier: AGPL-3.0-or-later
-- works with: 25
-- What happened in games that were played to their end, a row each, for searches (db/search.h). It is made of the logs
-- alone: to make it anew, delete its rows and put the games into `facts_missing` as below.

CREATE TABLE facts (
    game_id     INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    hidden      INTEGER NOT NULL, -- 1: the game is not public
    kind        INTEGER NOT NULL, -- of rules (engine/rules.h, enum game_kind)
    finished_at INTEGER NOT NULL,
    turns       INTEGER NOT NULL,
    road        INTEGER NOT NULL, -- how often Longest Road went from one player to another
    comeback    INTEGER NOT NULL  -- how many points the winner was behind the leader, at most, at the end of a turn
) STRICT;

-- A search walks along one of these and looks at what else is asked for, which therefore stands in each.
CREATE INDEX facts_by_finish ON facts (hidden, finished_at, game_id, kind, turns, road, comeback);
CREATE INDEX facts_by_turns ON facts (hidden, turns, game_id, kind, finished_at, road, comeback);
CREATE INDEX facts_by_road ON facts (hidden, road, game_id, kind, finished_at, turns, comeback);
CREATE INDEX facts_by_comeback ON facts (hidden, comeback, game_id, kind, finished_at, turns, road);

CREATE INDEX games_by_name ON games (lower(name), id) WHERE name IS NOT NULL;

-- Games from before, whose facts are still to be found: housekeeping does so, some at a time.
CREATE TABLE facts_missing (
    game_id INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE
) STRICT;

INSERT INTO facts_missing (game_id) SELECT id FROM games WHERE status = 2 AND mode = 0;
