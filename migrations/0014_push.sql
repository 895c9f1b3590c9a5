-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Web push: browsers that want to be woken when there is news for their owner.

-- What this server signs its messages with, so that push services know them by it. Browsers subscribe to
-- this key: with another one all subscriptions would be lost.
CREATE TABLE push_key (
    id         INTEGER PRIMARY KEY CHECK (id = 1),
    private    BLOB NOT NULL CHECK (length(private) = 32),
    public     BLOB NOT NULL CHECK (length(public) = 65), -- an uncompressed point of P-256
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE push_subscriptions (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    public_id  TEXT NOT NULL UNIQUE,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    token_id   INTEGER NOT NULL REFERENCES tokens (id),   -- what it was made with, gone when that is
    endpoint   TEXT NOT NULL UNIQUE,                      -- where the browser's push service listens
    key        BLOB NOT NULL CHECK (length(key) = 65),    -- the browser's own, for encrypting
    secret     BLOB NOT NULL CHECK (length(secret) = 16), -- known to the browser and us alone
    name       TEXT,                                      -- what its owner calls the browser
    created_at INTEGER NOT NULL,
    sent_at    INTEGER                                    -- when a message got through last
) STRICT;

CREATE INDEX push_subscriptions_by_account ON push_subscriptions (account_id, id);
CREATE INDEX push_subscriptions_by_token ON push_subscriptions (token_id);
