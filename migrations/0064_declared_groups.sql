-- SPDX-License-Identifier: AGPL-3.0-or-later
-- works with: 25
-- Groups of people who have said that they know one another (service/api/groups.c). Profiles show them, and members of
-- one group are not rated together.

CREATE TABLE declared_groups (
    id         INTEGER PRIMARY KEY,
    public_id  TEXT NOT NULL UNIQUE,
    kind       INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 3), -- 0 family, 1 household, 2 friends, 3 colleagues
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE group_members (
    group_id   INTEGER NOT NULL REFERENCES declared_groups (id) ON DELETE CASCADE,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    by_id      INTEGER REFERENCES accounts (id), -- who has invited them
    invited_at INTEGER, -- until they accept or decline
    joined_at  INTEGER, -- null: have never belonged to it
    left_at    INTEGER, -- null: have not left it since
    PRIMARY KEY (group_id, account_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX group_members_by_account ON group_members (account_id, group_id);
CREATE INDEX group_members_by_inviter ON group_members (by_id) WHERE by_id IS NOT NULL;
CREATE INDEX group_members_by_end ON group_members (left_at) WHERE left_at IS NOT NULL;
