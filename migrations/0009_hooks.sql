-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Webhooks: where programs of our players want to hear of their games.

CREATE TABLE hooks (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    public_id     TEXT NOT NULL UNIQUE,
    account_id    INTEGER NOT NULL REFERENCES accounts (id), -- whose it is
    game_id       INTEGER REFERENCES games (id) ON DELETE CASCADE, -- null: all games he plays
    url           TEXT NOT NULL,
    kinds         INTEGER NOT NULL,                          -- what it wants to hear, a set of bits
    secret        BLOB NOT NULL CHECK (length(secret) = 32), -- signs what is sent
    old_secret    BLOB CHECK (length(old_secret) = 32),      -- the one before, signs as well
    old_until     INTEGER,                                   -- until then
    created_at    INTEGER NOT NULL,
    sent_at       INTEGER,                                   -- when a message got through last
    failing_since INTEGER,                                   -- the first failure after that
    disabled_at   INTEGER,                                   -- null: it is in use
    disabled_why  TEXT
) STRICT;

CREATE INDEX hooks_by_account ON hooks (account_id);
CREATE INDEX hooks_by_game ON hooks (game_id) WHERE game_id IS NOT NULL;
