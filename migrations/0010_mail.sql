-- SPDX-License-Identifier: AGPL-3.0-or-later
-- What somebody wants to be told by mail, and the secret links that mails carry. The address itself
-- is the account's. An account without a row has every default and an unconfirmed address.

CREATE TABLE mailboxes (
    account_id   INTEGER PRIMARY KEY REFERENCES accounts (id),
    confirmed_at INTEGER,                                -- its owner has shown that mail arrives; null: not yet
    mode         INTEGER NOT NULL CHECK (mode BETWEEN 0 AND 3), -- off, at once, hourly, daily
    daily_at     INTEGER NOT NULL CHECK (daily_at BETWEEN 0 AND 1439), -- minute of the owner's day
    kinds        INTEGER NOT NULL,                       -- what else is told, a set of bits
    bounced_at   INTEGER,                                -- switched off since mail came back
    bounce       TEXT,                                   -- what the other side said
    sent_at      INTEGER                                 -- the last mail about games
) STRICT;

-- For signing in by mail, and for seats that are kept for an address.
CREATE INDEX accounts_by_email ON accounts (email COLLATE NOCASE) WHERE email IS NOT NULL;

-- Mail that came back for a while only: several of them switch an address off.
CREATE TABLE mail_bounces (
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    at         INTEGER NOT NULL,
    PRIMARY KEY (account_id, at)
) STRICT, WITHOUT ROWID;

-- A link, or the secret part of an address, in a mail. Whoever holds it may do the one thing that it
-- is for. Only its hash is here.
CREATE TABLE mail_links (
    hash       BLOB PRIMARY KEY CHECK (length(hash) = 32),
    purpose    INTEGER NOT NULL,                         -- the service's number
    account_id INTEGER REFERENCES accounts (id),         -- null: somebody invited who has none
    game_id    INTEGER REFERENCES games (id) ON DELETE CASCADE, -- null: not about one game
    seq        INTEGER NOT NULL,                         -- the game's last event when it was made
    address    TEXT,                                     -- that the mail went to
    expires_at INTEGER NOT NULL,
    used_at    INTEGER                                   -- those that work once: then
) STRICT, WITHOUT ROWID;

CREATE INDEX mail_links_by_account ON mail_links (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX mail_links_by_game ON mail_links (game_id) WHERE game_id IS NOT NULL;
CREATE INDEX mail_links_by_address ON mail_links (address COLLATE NOCASE, purpose)
    WHERE address IS NOT NULL;
CREATE INDEX mail_links_by_end ON mail_links (expires_at);

-- Who was invited to what, once each; so many a day from one account.
CREATE TABLE mail_invitations (
    game_id    INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    address    TEXT NOT NULL COLLATE NOCASE,
    account_id INTEGER NOT NULL REFERENCES accounts (id), -- who invited
    at         INTEGER NOT NULL,
    PRIMARY KEY (game_id, address)
) STRICT, WITHOUT ROWID;

CREATE INDEX mail_invitations_by_account ON mail_invitations (account_id, at);

-- Addresses of people without an account who want no invitations, or that do not exist.
CREATE TABLE mail_refusals (
    hash BLOB PRIMARY KEY CHECK (length(hash) = 32),     -- of the address in lower case
    at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
