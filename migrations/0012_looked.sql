-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Up to which event somebody has looked at a game: what has happened since is new to him.

CREATE TABLE looked (
    game_id    INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    seq        INTEGER NOT NULL,                         -- the last event seen; never goes back
    at         INTEGER NOT NULL,
    PRIMARY KEY (game_id, account_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX looked_by_account ON looked (account_id);
