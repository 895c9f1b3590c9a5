-- SPDX-License-Identifier: AGPL-3.0-or-later
-- works with: 25
-- Clubs: people who play among themselves (service/club/). Everybody can see a club and its members; what is made for it
-- is private, and its members see it.

CREATE TABLE clubs (
    id         INTEGER PRIMARY KEY,
    public_id  TEXT NOT NULL UNIQUE,
    name       TEXT NOT NULL,
    name_key   TEXT NOT NULL UNIQUE,                          -- without the case of letters
    alike      BLOB NOT NULL UNIQUE CHECK (length(alike) = 32), -- a hash of what the name looks like
    about      TEXT,
    open       INTEGER NOT NULL CHECK (open IN (0, 1)),       -- 1: joined without asking
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE club_members (
    club_id    INTEGER NOT NULL REFERENCES clubs (id) ON DELETE CASCADE,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    role       INTEGER NOT NULL CHECK (role BETWEEN 0 AND 4), -- 0 owner, 1 organiser, 2 member, 3 invited, 4 asks to join
    by_id      INTEGER REFERENCES accounts (id),              -- who has invited them
    since      INTEGER NOT NULL,
    PRIMARY KEY (club_id, account_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX club_members_by_account ON club_members (account_id, club_id);
CREATE INDEX club_members_by_role ON club_members (club_id, role, account_id);
CREATE INDEX club_members_by_inviter ON club_members (by_id) WHERE by_id IS NOT NULL;

-- The channel that follows all games of a club: each gets a row of chat_follows like it.
CREATE TABLE club_channels (
    club_id    INTEGER PRIMARY KEY REFERENCES clubs (id) ON DELETE CASCADE,
    account_id INTEGER NOT NULL REFERENCES accounts (id), -- who set it up
    kind       INTEGER NOT NULL, -- this and the next as in chat_follows
    address    TEXT NOT NULL,
    secret     TEXT,
    channel    TEXT NOT NULL,
    parts      INTEGER NOT NULL,
    token_id   INTEGER REFERENCES tokens (id),
    created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX club_channels_by_account ON club_channels (account_id);
CREATE INDEX club_channels_by_token ON club_channels (token_id) WHERE token_id IS NOT NULL;

ALTER TABLE games ADD COLUMN club_id INTEGER REFERENCES clubs (id) ON DELETE SET NULL;
ALTER TABLE tournaments ADD COLUMN club_id INTEGER REFERENCES clubs (id) ON DELETE SET NULL;

CREATE INDEX games_by_club ON games (club_id, id) WHERE club_id IS NOT NULL;
CREATE INDEX tournaments_by_club ON tournaments (club_id, id) WHERE club_id IS NOT NULL;
