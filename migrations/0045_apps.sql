-- SPDX-License-Identifier: AGPL-3.0-or-later
-- works with: 25
-- Other people's programs ("apps"), by OAuth 2. service/oauth/README.md says how these tables go together.

CREATE TABLE apps (
    id         INTEGER PRIMARY KEY,
    public_id  TEXT NOT NULL UNIQUE,                     -- what OAuth calls the client_id
    account_id INTEGER NOT NULL REFERENCES accounts (id), -- who made it, and answers for it
    name       TEXT NOT NULL,
    about      TEXT,
    redirects  TEXT,                                     -- where browsers may be sent back to, space-separated
    created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX apps_by_account ON apps (account_id);

-- An account lets an app in. The grant is as good as its one token, whose secret and end change with each refresh: it
-- ends when that is revoked, and is deleted with it.
CREATE TABLE app_grants (
    id         INTEGER PRIMARY KEY,
    public_id  TEXT NOT NULL UNIQUE,
    app_id     INTEGER NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    token_id   INTEGER NOT NULL UNIQUE REFERENCES tokens (id) ON DELETE CASCADE,
    family     BLOB NOT NULL UNIQUE CHECK (length(family) = 32), -- hash of what all its refresh tokens begin with
    refresh    BLOB NOT NULL CHECK (length(refresh) = 32),       -- hash of the one that is good
    scopes     TEXT NOT NULL,                            -- what was allowed; the token may have less
    created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX app_grants_by_account ON app_grants (account_id);
CREATE INDEX app_grants_by_app ON app_grants (app_id);

-- An app asks to be let in: a code on its way through a browser, or a device that waits.
CREATE TABLE app_requests (
    id         INTEGER PRIMARY KEY,
    hash       BLOB NOT NULL UNIQUE CHECK (length(hash) = 32), -- of the code that the app will show or ask with
    app_id     INTEGER NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
    account_id INTEGER REFERENCES accounts (id),         -- who has answered; null: nobody yet
    denied     INTEGER NOT NULL DEFAULT 0,               -- 1: the answer was no
    scopes     TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    grant_id   INTEGER REFERENCES app_grants (id) ON DELETE CASCADE, -- what has come of it; null: nothing yet
    challenge  BLOB CHECK (length(challenge) = 32),      -- of a code: SHA-256 of the verifier
    redirect   TEXT,                                     -- of a code: where it was sent
    user_code  BLOB UNIQUE CHECK (length(user_code) = 32), -- of a device: hash of the letters that people type
    client     INTEGER,                                  -- of a device: its address, as the service counts them
    pace       INTEGER,                                  -- of a device: seconds that it must leave between questions
    asked_at   INTEGER                                   -- of a device: when it asked last
) STRICT;

CREATE INDEX app_requests_by_end ON app_requests (expires_at);
CREATE INDEX app_requests_by_app ON app_requests (app_id);
CREATE INDEX app_requests_by_account ON app_requests (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX app_requests_by_grant ON app_requests (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX app_requests_by_client ON app_requests (client, expires_at) WHERE client IS NOT NULL;
