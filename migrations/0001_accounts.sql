-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Who may come in. All times are Unix milliseconds.

CREATE TABLE accounts (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,        -- internal, never used again
    public_id  TEXT NOT NULL UNIQUE,                     -- what the outside calls it
    name       TEXT COLLATE NOCASE UNIQUE,               -- null once deleted
    email      TEXT,                                     -- where mail goes; null: none
    created_at INTEGER NOT NULL,
    deleted_at INTEGER,                                  -- the account is nameless since then
    CHECK ((name IS NULL) = (deleted_at IS NOT NULL))
) STRICT;

CREATE TABLE tokens (
    id           INTEGER PRIMARY KEY,
    public_id    TEXT NOT NULL UNIQUE,                   -- names the token without giving it away
    account_id   INTEGER NOT NULL REFERENCES accounts (id),
    name         TEXT,                                   -- what its owner calls it
    hash         BLOB NOT NULL UNIQUE CHECK (length(hash) = 32), -- of the token; it is not stored
    scopes       TEXT,                                   -- space-separated; null: everything
    created_at   INTEGER NOT NULL,
    expires_at   INTEGER,                                -- null: never
    last_used_at INTEGER,                                -- noted at most once an hour
    revoked_at   INTEGER                                 -- null: good
) STRICT;

CREATE INDEX tokens_by_account ON tokens (account_id);
