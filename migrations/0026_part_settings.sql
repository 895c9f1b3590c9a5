-- SPDX-License-Identifier: AGPL-3.0-or-later
-- works with: 25
-- What a player has told the server to do in their parts of others' turns, with five and six players: their
-- setting, a plan, the answer for one turn, and what of the last one was skipped. It is their own business;
-- nothing here is ever shown to anybody else. Lists are JSON arrays of actions.

CREATE TABLE part_settings (
    game_id    INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat       INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 5),
    account_id INTEGER NOT NULL REFERENCES accounts (id), -- whose setting it is
    revision   INTEGER NOT NULL,                         -- rises with every change
    setting    INTEGER NOT NULL CHECK (setting BETWEEN 0 AND 2), -- a number of the service's
    turn       INTEGER NOT NULL,                         -- the turn that the answer is for; 0: there is none
    plan       TEXT NOT NULL,
    answer     TEXT NOT NULL,
    skipped    TEXT NOT NULL,
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX part_settings_by_account ON part_settings (account_id);
