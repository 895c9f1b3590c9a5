-- SPDX-License-Identifier: AGPL-3.0-or-later
-- works with: 25
-- Names that look alike are one name too, and who gives a name up is the last who was called so for a while.

-- A hash of what the name looks like, of its skeleton by UTS 39 without the case of letters; null: nameless, or not
-- made yet, which the program does when it is started.
ALTER TABLE accounts ADD COLUMN alike BLOB CHECK (length(alike) = 32);

CREATE UNIQUE INDEX accounts_by_alike ON accounts (alike);

-- Names that were given up. No other account may have one before its time is over.
CREATE TABLE former_names (
    hash       BLOB    PRIMARY KEY CHECK (length(hash) = 32), -- of the name's key, or of what it looks like
    account_id INTEGER NOT NULL REFERENCES accounts (id),  -- whose it was
    free_at    INTEGER NOT NULL                            -- Unix milliseconds
) STRICT, WITHOUT ROWID;

CREATE INDEX former_names_by_account ON former_names (account_id, free_at);
CREATE INDEX former_names_by_end ON former_names (free_at);
