-- SPDX-License-Identifier: AGPL-3.0-or-later
-- works with: 25
-- Who was first in a tournament, or in a season of a league, when it ended: the order follows from all tables, and is too much
-- work for each look at a profile.

CREATE TABLE titles (
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    season        INTEGER NOT NULL, -- of a league; 0: the whole tournament
    account_id    INTEGER NOT NULL REFERENCES accounts (id),
    at            INTEGER NOT NULL,
    PRIMARY KEY (tournament_id, season, account_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX titles_by_account ON titles (account_id, at);
