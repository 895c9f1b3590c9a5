-- SPDX-License-Identifier: AGPL-3.0-or-later
-- What people have done for and to each other in games that are over, added up for each pair and direction
-- (service/bots/dealings.h): moderators look for collusion in it. Chances to win are in units of 1e-9, what is expected
-- in units of 1e-6.

CREATE TABLE dealings (
    account_id     INTEGER NOT NULL REFERENCES accounts (id), -- who did it
    other_id       INTEGER NOT NULL REFERENCES accounts (id), -- with whom
    games          INTEGER NOT NULL,
    trades         INTEGER NOT NULL,
    lost           INTEGER NOT NULL,
    lost_squares   INTEGER NOT NULL,
    chances        INTEGER NOT NULL,
    hits           INTEGER NOT NULL,
    hits_expected  INTEGER NOT NULL,
    hits_variance  INTEGER NOT NULL,
    offers         INTEGER NOT NULL,
    alone          INTEGER NOT NULL,
    alone_expected INTEGER NOT NULL,
    alone_variance INTEGER NOT NULL,
    last_at        INTEGER NOT NULL,           -- when the last of these games ended
    score          INTEGER NOT NULL DEFAULT 0, -- of the pair, in thousandths, where account_id is the lower one
    PRIMARY KEY (account_id, other_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX dealings_by_other ON dealings (other_id);
CREATE INDEX dealings_by_score ON dealings (score, account_id, other_id) WHERE score > 0;
