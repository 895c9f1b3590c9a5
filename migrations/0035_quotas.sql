-- SPDX-License-Identifier: AGPL-3.0-or-later
-- works with: 25
-- What an account has the server keep is counted from its rows (db/usage.h), which needs these columns and indexes.

ALTER TABLE games ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;     -- that it counts as: 64 KiB for the usual, what it
                                                                   -- begins with, and what lies in a log beyond 2000 events
ALTER TABLE games ADD COLUMN recorded INTEGER NOT NULL DEFAULT 0;  -- 1: it began with a record

UPDATE games SET recorded = coalesce(options LIKE '%"players":[%', 0),
    bytes = 65536 + length(setup) + coalesce(length(options), 0) + coalesce(length(position), 0)
    + 60 * max(0, coalesce((SELECT e.id & 1048575 FROM events e
        WHERE e.id BETWEEN (games.id << 20) + 1 AND (games.id << 20) + 1048575 ORDER BY e.id DESC LIMIT 1), 0) - 2000);

CREATE INDEX games_by_making ON games (creator, created_at, recorded, bytes);
CREATE INDEX games_going ON games (creator, status, visibility, mode) WHERE status < 2;
CREATE INDEX notes_written ON notes (account_id) WHERE text <> '';
CREATE INDEX talk_by_account ON talk (account_id, at);

-- What the guests of an address have used up of what they may have the server keep: each allowance will be full again
-- at `full_at`.
CREATE TABLE allowances (
    client  INTEGER NOT NULL,      -- an address, as the service counts them
    kind    INTEGER NOT NULL,      -- the service's number
    full_at INTEGER NOT NULL,      -- Unix milliseconds
    PRIMARY KEY (client, kind)
) STRICT, WITHOUT ROWID;

CREATE INDEX allowances_by_end ON allowances (full_at);
