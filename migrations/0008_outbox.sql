-- SPDX-License-Identifier: AGPL-3.0-or-later
-- What is to be told to the outside, by mail, webhook or chat. A row is written in the transaction of
-- what it tells of, and looked at again before it goes; rows that have ended are kept for a while, as
-- the log of what was sent.

CREATE TABLE outbox (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    public_id  TEXT NOT NULL UNIQUE,             -- the same at every attempt: receivers know repeats by it
    channel    INTEGER NOT NULL,                 -- 0 mail, 1 webhook, 2 chat
    target     INTEGER NOT NULL,                 -- the channel's: an account, an endpoint, a channel followed
    kind       INTEGER NOT NULL,                 -- what it tells, the service's number
    account_id INTEGER REFERENCES accounts (id), -- whom it concerns; null: nobody alone
    game_id    INTEGER REFERENCES games (id) ON DELETE CASCADE, -- which game; null: none
    seq        INTEGER NOT NULL,                 -- the game's last event when it was written
    lead       INTEGER,                          -- the first one of those that went out together
    created_at INTEGER NOT NULL,
    due_at     INTEGER NOT NULL,                 -- not to be sent earlier
    ended_at   INTEGER,                          -- null until sent, dropped or failed
    attempts   INTEGER NOT NULL DEFAULT 0,       -- begun
    state      INTEGER NOT NULL DEFAULT 0 CHECK (state BETWEEN 0 AND 4), -- waiting sending sent dropped failed
    status     INTEGER NOT NULL DEFAULT 0,       -- what the other side answered last; 0: nothing
    detail     TEXT,                             -- the same in words
    data       TEXT                              -- the kind's own, JSON
) STRICT;

CREATE INDEX outbox_due ON outbox (due_at) WHERE state = 0;
CREATE INDEX outbox_under_way ON outbox (id) WHERE state = 1;
CREATE INDEX outbox_by_target ON outbox (channel, target, id);
CREATE INDEX outbox_by_account ON outbox (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX outbox_by_game ON outbox (game_id) WHERE game_id IS NOT NULL;
CREATE INDEX outbox_by_age ON outbox (ended_at) WHERE ended_at IS NOT NULL;
