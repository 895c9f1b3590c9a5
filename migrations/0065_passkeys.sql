-- SPDX-License-Identifier: AGPL-3.0-or-later
-- works with: 25
-- Passkeys (service/account/webauthn.h): what a device answers for when somebody signs in without typing. Nothing here is secret:
-- the device keeps the private key.

CREATE TABLE passkeys (
    id           INTEGER PRIMARY KEY,
    public_id    TEXT NOT NULL UNIQUE,
    account_id   INTEGER NOT NULL REFERENCES accounts (id),
    credential   TEXT NOT NULL UNIQUE, -- the device's own name for it, in base64url
    algorithm    INTEGER NOT NULL,     -- of COSE
    public_key   TEXT NOT NULL,        -- in base64url
    sign_count   INTEGER NOT NULL,     -- of the last signature; 0: the device does not count
    backed_up    INTEGER NOT NULL CHECK (backed_up IN (0, 1)),
    name         TEXT NOT NULL,
    created_at   INTEGER NOT NULL, -- Unix milliseconds
    last_used_at INTEGER
) STRICT;

CREATE INDEX passkeys_by_account ON passkeys (account_id);

-- Challenges that have been given out and not been answered yet; each is answered once.
CREATE TABLE passkey_challenges (
    hash       BLOB PRIMARY KEY CHECK (length(hash) = 32),
    account_id INTEGER REFERENCES accounts (id), -- who registers a passkey; null: somebody signs in
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX passkey_challenges_by_end ON passkey_challenges (expires_at);
CREATE INDEX passkey_challenges_by_account ON passkey_challenges (account_id) WHERE account_id IS NOT NULL;
