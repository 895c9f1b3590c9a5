-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Fair play: reports, and what moderators have decided (service/moderation/moderation.h).

-- Accounts with the role of a moderator, which an operator gives.
CREATE TABLE moderators (
    account_id INTEGER PRIMARY KEY REFERENCES accounts (id),
    since      INTEGER NOT NULL
) STRICT;

CREATE TABLE reports (
    id          INTEGER PRIMARY KEY,
    public_id   TEXT NOT NULL UNIQUE,
    account_id  INTEGER NOT NULL REFERENCES accounts (id), -- who reports
    about_id    INTEGER REFERENCES accounts (id),          -- null: all players of the game
    game_id     INTEGER REFERENCES games (id) ON DELETE SET NULL,
    talk_id     INTEGER,                                   -- the message that it is about
    said        TEXT,                                      -- the text of this message
    kind        INTEGER NOT NULL,                          -- service/moderation/moderation.h; never renumbered
    text        TEXT NOT NULL,
    at          INTEGER NOT NULL,
    decision    INTEGER,                                   -- null: not answered yet
    answer      TEXT,
    answered_at INTEGER
) STRICT;

CREATE INDEX reports_by_account ON reports (account_id, id);
CREATE INDEX reports_by_about ON reports (about_id) WHERE about_id IS NOT NULL;
CREATE INDEX reports_by_game ON reports (game_id) WHERE game_id IS NOT NULL;
CREATE INDEX reports_open ON reports (id) WHERE decision IS NULL;
CREATE INDEX reports_by_age ON reports (answered_at) WHERE answered_at IS NOT NULL;

-- What somebody was told, or may not do.
CREATE TABLE sanctions (
    id          INTEGER PRIMARY KEY,
    public_id   TEXT NOT NULL UNIQUE,
    account_id  INTEGER NOT NULL REFERENCES accounts (id),
    by_id       INTEGER REFERENCES accounts (id), -- the moderator; null: an operator
    kind        INTEGER NOT NULL,                 -- service/moderation/moderation.h; never renumbered
    reason      TEXT NOT NULL,
    at          INTEGER NOT NULL,
    until       INTEGER,                          -- null: without an end
    appeal      TEXT,
    appealed_at INTEGER,
    answer      TEXT,                             -- to the appeal
    answered_at INTEGER,
    lifted_at   INTEGER                           -- it does not hold since then
) STRICT;

CREATE INDEX sanctions_by_account ON sanctions (account_id, id);
CREATE INDEX sanctions_by_moderator ON sanctions (by_id) WHERE by_id IS NOT NULL;
CREATE INDEX sanctions_appealed ON sanctions (id) WHERE appealed_at IS NOT NULL AND answered_at IS NULL;
