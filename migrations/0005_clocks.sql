-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Time: the clocks of games, when the server has to look at a game again, and when people do not
-- want to be waited for. Spans are milliseconds, moments Unix milliseconds.

CREATE TABLE clocks (
    game_id        INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    turn           INTEGER NOT NULL CHECK (turn >= 0),     -- for a turn; 0: a bank instead
    decision       INTEGER NOT NULL CHECK (decision >= 0), -- for a decision off turn; 0: a bank
    bank_start     INTEGER NOT NULL CHECK (bank_start >= 0),
    bank_increment INTEGER NOT NULL CHECK (bank_increment >= 0), -- for each turn completed
    bank_max       INTEGER NOT NULL CHECK (bank_max >= bank_start),
    on_timeout     INTEGER NOT NULL CHECK (on_timeout IN (0, 1)), -- 0 the neutral default, 1 a bot
    vote_after     INTEGER NOT NULL CHECK (vote_after >= 1), -- deadlines missed in a row
    paused_until   INTEGER                                 -- null: no pause, or it is over
) STRICT;

-- What is left of whose time. A row is there from a seat's first wait on.
CREATE TABLE clock_seats (
    game_id    INTEGER NOT NULL REFERENCES clocks (game_id) ON DELETE CASCADE,
    seat       INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 5),
    wait       INTEGER NOT NULL CHECK (wait BETWEEN 0 AND 2), -- 0 none, 1 turn, 2 decision
    turn       INTEGER NOT NULL,    -- which turn `wait` or, without one, the rest is of
    allowance  INTEGER NOT NULL,    -- the whole time for it
    remaining  INTEGER NOT NULL,    -- what was left of it at started_at
    started_at INTEGER,             -- since then it runs (a pause may end later); null: stopped
    deadline   INTEGER,             -- null: stopped
    bank       INTEGER NOT NULL,    -- where the game has banks; without the wait that runs
    lost       INTEGER NOT NULL CHECK (lost IN (0, 1)), -- this turn's time has run out
    missed     INTEGER NOT NULL CHECK (missed >= 0),    -- deadlines in a row
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;

-- When to look at a game again: there is nothing here that other rows do not say as well.
CREATE TABLE timers (
    game_id INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat    INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 5),
    kind    INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 7), -- 0 deadline, 1 standing order
    at      INTEGER NOT NULL,
    PRIMARY KEY (game_id, seat, kind)
) STRICT, WITHOUT ROWID;

CREATE INDEX timers_by_time ON timers (at);

CREATE TABLE calendars (
    account_id    INTEGER PRIMARY KEY REFERENCES accounts (id),
    zone          TEXT NOT NULL,                           -- IANA
    quiet_from    INTEGER CHECK (quiet_from BETWEEN 0 AND 1439), -- minute of the day; null: none
    quiet_to      INTEGER CHECK (quiet_to BETWEEN 0 AND 1439),
    weekends_free INTEGER NOT NULL CHECK (weekends_free IN (0, 1)),
    changes       INTEGER NOT NULL,                        -- of the hours, since:
    changes_since INTEGER NOT NULL,
    CHECK ((quiet_from IS NULL) = (quiet_to IS NULL))
) STRICT;

CREATE TABLE vacations (
    account_id INTEGER NOT NULL REFERENCES calendars (account_id) ON DELETE CASCADE,
    first_day  INTEGER NOT NULL,                           -- days since 1970-01-01
    last_day   INTEGER NOT NULL CHECK (last_day >= first_day),
    PRIMARY KEY (account_id, first_day)
) STRICT, WITHOUT ROWID;

-- Who agrees to a pause that has not begun.
CREATE TABLE pauses (
    game_id INTEGER NOT NULL REFERENCES clocks (game_id) ON DELETE CASCADE,
    seat    INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 5),
    until   INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;

-- Whom a seat should go to, as its owner or the others want it.
CREATE TABLE seat_votes (
    game_id    INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat       INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 5),
    voter      INTEGER NOT NULL CHECK (voter BETWEEN 0 AND 5), -- seat
    account_id INTEGER REFERENCES accounts (id),           -- null: a bot
    at         INTEGER NOT NULL,
    PRIMARY KEY (game_id, seat, voter)
) STRICT, WITHOUT ROWID;

-- A seat that somebody may take.
CREATE TABLE seat_offers (
    game_id    INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat       INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 5),
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    at         INTEGER NOT NULL,
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX seat_offers_by_account ON seat_offers (account_id);

-- Who had a seat before: for him the game is given up.
CREATE TABLE past_seats (
    game_id    INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat       INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 5),
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    left_at    INTEGER NOT NULL,
    PRIMARY KEY (game_id, seat, account_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX past_seats_by_account ON past_seats (account_id, game_id);

CREATE TRIGGER deleted_accounts_lose_their_calendar AFTER UPDATE OF deleted_at ON accounts
WHEN new.deleted_at IS NOT NULL
BEGIN
    DELETE FROM vacations WHERE account_id = new.id;
    DELETE FROM calendars WHERE account_id = new.id;
    DELETE FROM seat_votes WHERE account_id = new.id;
    DELETE FROM seat_offers WHERE account_id = new.id;
END;
