-- SPDX-License-Identifier: AGPL-3.0-or-later
-- works with: 25
-- What somebody asks of those who take an open seat in their games. Only they ever see it.

CREATE TABLE hosting (
    account_id     INTEGER PRIMARY KEY REFERENCES accounts (id),
    least_games    INTEGER NOT NULL, -- with other people, that are over
    least_finished INTEGER NOT NULL  -- percent of these that were played to their end
) STRICT;
