-- SPDX-License-Identifier: AGPL-3.0-or-later
-- works with: 25
-- Whom organisers have removed from a club: they come back by invitation only.

CREATE TABLE club_removals (
    club_id    INTEGER NOT NULL REFERENCES clubs (id) ON DELETE CASCADE,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    PRIMARY KEY (club_id, account_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX club_removals_by_account ON club_removals (account_id);
